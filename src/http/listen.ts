// Opens the door to the network: one port, or one clear sentence why not.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { AppError } from "../error.ts";

type Door = { host: string; port: number };

/** The address under which a listening server is reached from this machine. */
export function urlOf(server: Server, { host }: Door): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}

/** Starts listening. The port is taken, or the host is none: AppError `unavailable`. */
export function listen(fetch: Parameters<typeof serve>[0]["fetch"], { host, port }: Door): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: host, port }, () => resolve(server)) as Server;
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const busy = cause.code === "EADDRINUSE";
      const why = busy ? `port ${port} is taken; set PORT to another one` : (cause.code ?? cause.message);
      reject(new AppError("unavailable", `The server cannot listen on ${host}: ${why}.`, { cause }));
    });
  });
}
