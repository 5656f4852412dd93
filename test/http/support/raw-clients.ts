// Clients on real sockets, for what no client library would send or wait for.
import { request } from "node:http";
import { connect } from "node:net";

/** A chunked or measured upload over a real socket; gives what the client could read. */
export function upload(
  port: number,
  path: string,
  options: { token: string; bytes: number; type?: string; chunked: boolean; host?: string },
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = {
      authorization: `Bearer ${options.token}`,
      "content-type": options.type ?? "application/json",
      connection: "close",
      ...(options.chunked ? {} : { "content-length": options.bytes }),
    };
    const outgoing = request({ port, host: "127.0.0.1", path, method: "POST", headers }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => {
        body += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    outgoing.on("error", reject);
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    let left = options.bytes;
    const write = () => {
      while (left > 0) {
        const size = Math.min(left, chunk.length);
        left -= size;
        if (!outgoing.write(chunk.subarray(0, size))) return void outgoing.once("drain", write);
      }
      outgoing.end();
    };
    write();
  });
}

/** A client that only begins to read when it has written everything, and that takes its time between two pieces. */
export function slowUpload(port: number, token: string, pieces: readonly number[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", async () => {
      socket.pause();
      const head = [
        "POST /api/echo HTTP/1.1",
        "Host: localhost",
        `Authorization: Bearer ${token}`,
        "Connection: close",
      ];
      const body = ["Content-Type: application/json", "Transfer-Encoding: chunked", "", ""];
      socket.write([...head, ...body].join("\r\n"));
      for (const bytes of pieces) {
        socket.write(`${bytes.toString(16)}\r\n`);
        socket.write(Buffer.alloc(bytes, 0x20));
        socket.write("\r\n");
        await new Promise((wake) => setTimeout(wake, 700));
      }
      socket.write("0\r\n\r\n");
      socket.resume();
    });
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

/** Raw bytes to the server, for what no client library would send. */
export function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
