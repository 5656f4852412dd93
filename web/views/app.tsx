// The root: the door for who is outside, the house for who is in.
import { PageProvider, type PageState, usePage } from "../page-state.ts";
import { words } from "../words.ts";
import { Home } from "./home.tsx";
import { Seal } from "./icon.tsx";
import { Mishap } from "./mishap.tsx";
import { SignIn } from "./sign-in.tsx";

export function App({ page }: { page: PageState }) {
  return (
    <PageProvider value={page}>
      <Mishap>
        <Rooms />
      </Mishap>
    </PageProvider>
  );
}

function Rooms() {
  const { door } = usePage();
  const session = door.session.value;
  switch (session.state) {
    case "unknown":
      return (
        <main class="splash" aria-busy="true">
          <h1 class="visually-hidden">{words.value.loading}</h1>
          <Seal />
        </main>
      );
    case "unreachable":
      return <Unreachable />;
    case "out":
      return <SignIn ended={session.ended} />;
    case "in":
      return <Home />;
  }
}

function Unreachable() {
  const { door } = usePage();
  return (
    <main class="splash">
      <div class="empty">
        <h1>{words.value.brand}</h1>
        <p role="alert">{words.value.failed.unreachable}</p>
        <button type="button" class="primary" onClick={() => void door.resume()}>
          {words.value.again}
        </button>
      </div>
    </main>
  );
}
