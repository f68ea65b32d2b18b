import { io, type Socket } from 'socket.io-client';

/** One event with its number; events that are not stored have none. */
export interface ReceivedEvent {
  readonly event: string;
  readonly body: unknown;
  readonly seq: number | undefined;
}

export interface Listener {
  readonly socket: Socket;
  /** Stored events that arrived, without repeats, in order. */
  readonly kept: ReceivedEvent[];
  readonly all: ReceivedEvent[];
  /** The first matching event, including earlier ones. Rejects after a minute. */
  next(event: string, fits?: (body: unknown) => boolean): Promise<unknown>;
  send(command: unknown): Promise<unknown>;
  close(): void;
}

export interface Refusal extends Error {
  readonly data?: { readonly code: string; readonly httpStatus: number };
}

/** A client of namespace /phr that remembers its last number, like the product's. Rejects with the server's refusal. */
export async function follow(url: string, patientId: string, jwt: string, seq?: number): Promise<Listener> {
  let last = seq;
  const socket = io(`${url}/phr`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    auth: (give) => give({ jwt, patientId, ...(last === undefined ? {} : { seq: last }) }),
  });
  const all: ReceivedEvent[] = [];
  const messages: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((event: string, body: unknown, number: unknown) => {
    const heard = { event, body, seq: typeof number === 'number' ? number : undefined };
    all.push(heard);
    if (heard.seq !== undefined && heard.seq > (last ?? 0)) {
      messages.push(heard);
      last = heard.seq;
    }
    if (event === 'ready') last = Math.max(last ?? 0, (body as { seq: number }).seq);
    for (const look of waiting) look();
  });
  const listener: Listener = {
    socket,
    kept: messages,
    all,
    next: (event, fits = () => true) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no ${event} came`));
        }, 60_000);
        const look = (): void => {
          const found = all.find((heard) => heard.event === event && fits(heard.body));
          if (found === undefined) return;
          waiting.delete(look);
          clearTimeout(limit);
          resolve(found.body);
        };
        waiting.add(look);
        look();
      }),
    send: (command) => socket.timeout(60_000).emitWithAck('hub:command', command),
    close: () => {
      socket.disconnect();
    },
  };
  await new Promise<void>((resolve, reject) => {
    const refused = (error: Refusal): void => {
      socket.disconnect();
      reject(error);
    };
    // the caller handles later refusals
    socket
      .once('ready', () => {
        socket.off('connect_error', refused);
        resolve();
      })
      .once('connect_error', refused);
  });
  return listener;
}
