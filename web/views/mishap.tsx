// The net under the page: a mistake of ours in a view leaves words and a way on, not an empty window.
import { Component, type ComponentChildren } from "preact";
import { words } from "../words.ts";

export class Mishap extends Component<{ children: ComponentChildren }, { fallen: boolean }> {
  override state = { fallen: false };

  static override getDerivedStateFromError(): { fallen: boolean } {
    return { fallen: true };
  }

  override render() {
    if (!this.state.fallen) return this.props.children;
    const { value: say } = words;
    return (
      <main class="splash">
        <div class="empty">
          <h1>{say.brand}</h1>
          <p role="alert">{say.failed.mishap}</p>
          <button type="button" class="primary" onClick={() => window.location.reload()}>
            {say.openAgain}
          </button>
        </div>
      </main>
    );
  }
}
