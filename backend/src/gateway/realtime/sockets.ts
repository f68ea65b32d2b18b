import type { Server as HttpServer } from 'node:http';
import { Server, type Namespace, type Socket } from 'socket.io';
import { z } from 'zod';
import { actorOf, type Actor } from '../../fhir/actor.ts';
import { mayReadOf, readable, canAccess } from '../../access/policy.ts';
import { connectRedis } from '../../kit/redis.ts';
import type { Caller, Platform } from '../../kit/platform.ts';
import { ServerError, toErrorResponse } from '../../kit/server-error.ts';
import { createCounter } from '../../kit/usage-counts.ts';
import { startDelivery, type Delivered, type Delivery } from './delivery.ts';
import { addressOf, type Outbox } from './outbox.ts';

/** Transient messages besides stored events: a scan result is worthless a minute later. */
export interface HubStatus {
  readonly mac: string;
  readonly pairing: 'INIT' | 'STANDBY' | 'SCANNING' | 'PAIRING';
  readonly online: boolean;
}
export interface HubFound {
  readonly mac: string;
  readonly meters: readonly { readonly mac: string; readonly name: string; readonly type: string }[];
}
export interface HubReply {
  readonly mac: string;
  readonly reply: 'passkey' | 'success' | 'failed' | 'stop';
  readonly value?: string;
}

/** Sends to a patient's sockets in any process. */
export interface Broadcast {
  toPatient(
    patientId: string,
    event: 'hub:status' | 'hub:found' | 'hub:reply',
    body: HubStatus | HubFound | HubReply,
  ): void;
  /** To the command's socket only: a passkey is confidential. */
  toSender(commandId: string, event: 'hub:reply', body: HubReply): void;
  close(): Promise<void>;
}

/**
 * Accepts a socket's command. Returns the id of its replies.
 * @throws ServerError
 */
export type CommandHandler = (caller: Caller, patientId: string, command: unknown) => Promise<string>;

export interface SocketParts {
  readonly outbox: Outbox;
  readonly command: CommandHandler;
  /** Hub state sent on connect. */
  readonly hubs: (patientId: string) => Promise<readonly HubStatus[]>;
  /** How many entries of a user's inbox are unread. */
  readonly unread: (userId: string) => Promise<number>;
}

export interface Realtime extends Broadcast {
  readonly namespace: Namespace;
  /** Rechecks every socket's token and right, closing invalid ones. Runs each minute. */
  recheck(): Promise<void>;
  /** Closes the sockets of a sign-in session that is over. */
  endSession(sid: string): void;
  /** Announces changed releases to every socket of this process. */
  tellRegistry(serial: number): void;
  /** Closes sockets so that clients reconnect, to another process. */
  close(): Promise<void>;
}

const NAMESPACE = '/phr';
const RECHECK_MS = 60_000;
const A_MINUTE_MS = 60_000;
const MESSAGE_BYTES = 16_384;
/** Milliseconds in which a connection shows its token. */
const SIGN_IN_MS = 4_000;

const Handshake = z.object({
  jwt: z.string().min(1).max(8_192),
  patientId: z.string().min(1).max(64),
  /** Number of the last event that this client has seen. */
  seq: z.number().int().min(0).optional(),
});

interface Known {
  readonly caller: Caller;
  /** With the rights of the last check. */
  readonly actor: Actor;
  readonly token: string;
  readonly patientId: string;
  readonly seq: number | undefined;
}

/**
 * Mounts namespace /phr on an HTTP server: one room per patient, fed from the outbox. A reader of part of a record only
 * receives events about that part.
 */
export async function startSockets(http: HttpServer, platform: Platform, parts: SocketParts): Promise<Realtime> {
  const { config, log, db } = platform;
  const io = new Server({
    // without polling a socket stays in one process, so proxies need no sticky sessions
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MESSAGE_BYTES,
    connectTimeout: SIGN_IN_MS,
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      if (origin === undefined) decide(null, true);
      else void platform.partnerOrigins.isKnown(origin).then((known) => decide(null, known));
    },
  });
  // the default namespace is unused: reject its clients
  io.use((_socket, next) => next(refusal(new ServerError('UNAUTHORIZED', `The namespace is ${NAMESPACE}`))));
  const redis = config.redisUrl === undefined ? undefined : await joinProcesses(io, config.redisUrl, log);
  const namespace = io.of(NAMESPACE);
  const known = new WeakMap<Socket, Known>();
  const delivery = await startDelivery(db, parts.outbox, log, (event) => {
    if (event.event === 'inbox') {
      sendUnreadCount(namespace, event.patientId, parts.unread).catch((error: unknown) =>
        log.warn({ err: error }, 'unread entries could not be told'),
      );
      return;
    }
    for (const room of [roomOf(event.patientId), partRoomOf(event.patientId)])
      for (const id of namespace.adapter.rooms.get(room) ?? []) {
        const socket = namespace.sockets.get(id);
        const held = socket === undefined ? undefined : known.get(socket);
        if (held !== undefined && hears(held, event)) socket?.emit(event.event, event.body, event.seq);
      }
  });

  const demandRoom = roomForSockets(namespace, platform);
  namespace.use((socket, next) => {
    admit(platform, socket.handshake.auth)
      .then(async (admitted) => {
        await demandRoom(admitted.caller.userId);
        known.set(socket, admitted);
      })
      .then(
        () => next(),
        (error: unknown) => next(refusal(error)),
      );
  });
  namespace.on('connection', (socket) => {
    const admitted = known.get(socket);
    if (admitted === undefined) return;
    welcome(socket, admitted, delivery, parts).catch((error: unknown) => {
      log.warn({ err: error }, 'socket could not be served');
      // the client comes back with the same number
      socket.conn.close();
    });
    socket.on('hub:command', (command: unknown, acknowledge: unknown) => {
      const answer = (body: object): void => {
        if (typeof acknowledge === 'function') Reflect.apply(acknowledge, undefined, [body]);
      };
      parts.command(admitted.caller, admitted.patientId, command).then(
        (id) => {
          void socket.join(commandRoom(id));
          answer({ ok: true, id });
        },
        (error: unknown) => answer(errorBody(error, log)),
      );
    });
  });

  const recheck = async (): Promise<void> => {
    await Promise.all(
      [...namespace.sockets.values()].map(async (socket) => {
        const held = known.get(socket);
        if (held === undefined) return;
        try {
          const fresh = { ...held, ...(await mayFollow(platform, held.token, held.patientId)) };
          known.set(socket, fresh);
          // a full right may have become partial, or the reverse
          enter(socket, fresh);
        } catch (error) {
          const { code } = toErrorResponse(error);
          // an unavailable database says nothing about rights
          if (code !== 'UNAUTHORIZED' && code !== 'ACCESS_DENIED') return;
          socket.emit('bye', { code });
          socket.disconnect(true);
        }
      }),
    );
  };
  const endSession = (sid: string): void => {
    for (const socket of namespace.sockets.values()) {
      if (known.get(socket)?.caller.sessionId !== sid) continue;
      socket.emit('bye', { code: 'UNAUTHORIZED' });
      socket.disconnect(true);
    }
  };
  const timer = setInterval(() => {
    recheck().catch((error: unknown) => log.warn({ err: error }, 'sockets could not be checked'));
  }, RECHECK_MS);
  io.attach(http);

  return {
    namespace,
    recheck,
    endSession,
    tellRegistry: (serial) => void namespace.local.emit('registry.changed', { serial }),
    ...broadcastOver(io),
    async close() {
      clearInterval(timer);
      namespace.local.emit('bye', { code: 'UNAVAILABLE' });
      await delivery.stop();
      // closing the transport, unlike disconnecting the namespace, makes clients reconnect
      for (const socket of namespace.sockets.values()) socket.conn.close();
      await redis?.();
      // not io.close(): the HTTP server belongs to the web server, which drains it
      io.engine.close();
    },
  };
}

/** For a process with hubs but no sockets: messages go through Redis. */
export async function startBroadcast(redisUrl: string, log: Platform['log']): Promise<Broadcast> {
  const io = new Server();
  const leave = await joinProcesses(io, redisUrl, log);
  return { ...broadcastOver(io), close: leave };
}

function broadcastOver(io: Server): Pick<Broadcast, 'toPatient' | 'toSender'> {
  const namespace = io.of(NAMESPACE);
  return {
    toPatient: (patientId, event, body) => {
      namespace.to(roomOf(patientId)).emit(event, body);
    },
    toSender: (commandId, event, body) => {
      namespace.to(commandRoom(commandId)).emit(event, body);
    },
  };
}

/**
 * Throws TOO_MANY_REQUESTS for a person who opens too many sockets, or has too many open here: each receives the events
 * stored since its last number and has its rights checked every minute.
 */
function roomForSockets(namespace: Namespace, { config, counts }: Platform): (userId: string) => Promise<void> {
  const most = config.limits.socketsPerUser;
  const begun = createCounter(counts, 'socket', most, A_MINUTE_MS);
  return async (userId) => {
    await begun.demand(userId);
    if ((namespace.adapter.rooms.get(addressOf(userId))?.size ?? 0) >= most)
      throw new ServerError('TOO_MANY_REQUESTS', 'Too many sockets are open');
  };
}

async function admit(platform: Platform, auth: unknown): Promise<Known> {
  const handshake = Handshake.safeParse(auth);
  if (!handshake.success) throw new ServerError('UNAUTHORIZED', 'The socket needs jwt and patientId');
  const { jwt, patientId, seq } = handshake.data;
  return { ...(await mayFollow(platform, jwt, patientId)), token: jwt, patientId, seq };
}

/**
 * Caller of a valid token with current access to the events: the record, or its vital signs.
 * @throws ServerError UNAUTHORIZED or ACCESS_DENIED
 */
async function mayFollow(
  { auth, access }: Platform,
  token: string,
  patientId: string,
): Promise<Pick<Known, 'caller' | 'actor'>> {
  const caller = await auth.verify(token);
  const actor = await actorOf(access, caller);
  if (readable(actor, patientId, 'Observation') === undefined) throw new ServerError('ACCESS_DENIED', 'Access denied');
  return { caller, actor };
}

/**
 * True if the reader may see an event's subject: a right to part of the record covers only resources of that part. Uses
 * current rights, as they may have ended or shrunk since the last check.
 */
function hears({ caller, actor }: Known, { patientId, event, body, rights }: Delivered): boolean {
  const held = rights.filter(({ userId }) => userId === caller.userId);
  if (held.some(({ whole }) => whole)) return true;
  const now = { ...actor, patients: new Map(), parts: new Map([[patientId, held]]) };
  return event === 'vital-sign' && mayReadOf(now, patientId, body);
}

function enter(socket: Socket, { actor, patientId }: Known): void {
  const [room, other] = canAccess(actor, patientId)
    ? [roomOf(patientId), partRoomOf(patientId)]
    : [partRoomOf(patientId), roomOf(patientId)];
  void socket.join(room);
  void socket.leave(other);
}

/** Sends a user's unread count to their sockets. Counted in the listening process, with current rights. */
async function sendUnreadCount(namespace: Namespace, address: string, unread: SocketParts['unread']): Promise<void> {
  const [id] = namespace.adapter.rooms.get(address) ?? [];
  if (id === undefined) return;
  namespace.local.to(address).emit('inbox', { unread: await unread(address.slice(addressOf('').length)) });
}

async function welcome(socket: Socket, held: Known, delivery: Delivery, parts: SocketParts): Promise<void> {
  const { actor, caller, patientId, seq } = held;
  void socket.join(addressOf(caller.userId));
  const each = (event: Delivered): void => {
    if (hears(held, event)) socket.emit(event.event, event.body, event.seq);
  };
  const reached = await delivery.follow(patientId, seq, each, () => {
    enter(socket, held);
  });
  socket.emit('ready', reached);
  if (!canAccess(actor, patientId)) return;
  for (const status of await parts.hubs(patientId)) socket.emit('hub:status', status);
}

const roomOf = (patientId: string): string => `patient:${patientId}`;
const partRoomOf = (patientId: string): string => `part:${patientId}`;
const commandRoom = (id: string): string => `command:${id}`;

/** A handshake error as passed on by the client library: message and data. */
function refusal(error: unknown): Error & { data: object } {
  const { code, status, message } = toErrorResponse(error);
  const name = code === 'UNAUTHORIZED' ? 'unauthorized' : code === 'ACCESS_DENIED' ? 'forbidden' : 'unavailable';
  return Object.assign(new Error(name), { data: { code, message, httpStatus: status, source: 'PHR_API' } });
}

function errorBody(error: unknown, log: Platform['log']): object {
  const { code, message, detail, status } = toErrorResponse(error);
  if (status >= 500) log.warn({ err: error }, 'hub command failed');
  return { code, message, ...(detail === undefined ? {} : { detail }), httpStatus: status, source: 'PHR_API' };
}

/** Connects several processes' sockets through Redis. Returns a function that disconnects. */
async function joinProcesses(io: Server, url: string, log: Platform['log']): Promise<() => Promise<void>> {
  const [{ createClient }, { createAdapter }] = await Promise.all([
    import('redis'),
    import('@socket.io/redis-adapter'),
  ]);
  const publish = createClient({ url });
  const subscribe = publish.duplicate();
  for (const client of [publish, subscribe])
    client.on('error', (error: unknown) => log.warn({ err: error }, 'redis connection lost'));
  await connectRedis(url, publish, subscribe);
  io.adapter(createAdapter(publish, subscribe));
  return async () => {
    for (const client of [subscribe, publish]) client.destroy();
  };
}
