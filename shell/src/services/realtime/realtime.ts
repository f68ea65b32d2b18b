import { AppError } from '@phr/contract/app-error';
import type {
  HubCommand,
  PatientContext,
  RealtimePort,
  RealtimeStatus,
  TopicMap,
  TopicPort,
} from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import { isObject, number } from '@phr/fhir/json';
import type * as Messages from './messages.ts';

/** What is used of a socket of socket.io. */
export interface Socket {
  readonly id?: string | undefined;
  readonly connected: boolean;
  on(event: string, listener: (...values: readonly never[]) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
  timeout(ms: number): { emitWithAck(event: string, ...values: readonly unknown[]): Promise<unknown> };
}
export type OpenSocket = (auth: () => Promise<Handshake>) => Socket;

/** Token and person are in the handshake, never in an address (S-41). */
export interface Handshake {
  readonly jwt: string;
  readonly patientId: string;
  readonly seq?: number;
}

export interface RealtimeOptions {
  /** The code of the connection, with the readers of what it tells: neither is a part of a first load. */
  readonly load: () => Promise<{ readonly open: OpenSocket; readonly messages: typeof Messages }>;
  readonly tokens: { accessToken(): Promise<string>; refreshAfter401(used: string): Promise<string> };
  /** Changes when the session has a new token. */
  readonly tokenVersion: Store<number>;
  readonly isSignedIn: Store<boolean>;
  readonly patient: Store<PatientContext>;
  readonly topics: TopicPort;
  /** Shows a toast of the server; five seconds (NOTI-04). */
  readonly onToast: (notice: Messages.ServerToast) => void;
  /** Told of each connection: the hub's owner learns there which device the socket belongs to (D-110). */
  readonly onConnected: (patientId: string, socketId: string) => void;
  /** Told of the number of the registry after each change of it. */
  readonly onSerial: (serial: number) => void;
  readonly onFault: (error: unknown) => void;
}

const COMMAND_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * The live connection of the person on screen. It is opened after sign-in, and again for a new token or another person (HUB-18); the
 * number of the last event goes along, so that nothing told meanwhile is missed.
 */
export function createRealtime({
  load,
  tokens,
  tokenVersion,
  isSignedIn,
  patient,
  topics,
  onToast,
  onConnected,
  onSerial,
  onFault,
}: RealtimeOptions): RealtimePort {
  const status = createStore<RealtimeStatus>({ connected: false });
  let socket: Socket | undefined;
  let opening: Promise<void> | undefined;
  let followed: string | undefined;
  let seq: number | undefined;
  let used = '';
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let codeOf: typeof Messages.codeIn | undefined;

  async function handshake(): Promise<Handshake> {
    used = await tokens.accessToken();
    return { jwt: used, patientId: followed ?? '', ...(seq === undefined ? {} : { seq }) };
  }

  function listen(
    to: Socket,
    { codeIn, readHubFound, readHubReply, readHubStatus, readSession, readToast }: typeof Messages,
  ): void {
    /** An event of the person on screen, with the number it has when the server keeps it. */
    const tell = (event: string, read: (body: unknown) => void) =>
      to.on(event, (body: unknown, reached: unknown) => {
        seq = number(reached) ?? seq;
        read(body);
      });
    tell('toast', (body) => {
      const toast = readToast(body);
      if (toast === undefined) return;
      if (toast.code !== 'CONSENT_ASKED' || followed === undefined) return onToast(toast);
      onToast({ ...toast, place: { screen: 'access-requests', patientId: followed } });
      topics.publish('consent.changed', { patientId: followed });
    });
    tell('vital-sign', (observation) => {
      if (followed !== undefined) topics.publish('vital-sign', { patientId: followed, observation });
    });
    const pass = <Topic extends 'session' | 'hub:status' | 'hub:found' | 'hub:reply'>(
      topic: Topic,
      read: (body: unknown) => TopicMap[Topic] | undefined,
    ) =>
      tell(topic, (body) => {
        const event = read(body);
        if (event !== undefined) topics.publish(topic, event);
      });
    pass('session', readSession);
    pass('hub:status', readHubStatus);
    pass('hub:found', readHubFound);
    pass('hub:reply', readHubReply);
    to.on('registry.changed', (body: unknown) => onSerial(isObject(body) ? (number(body['serial']) ?? 0) : 0));
    to.on('ready', (reached: unknown) => {
      if (!isObject(reached)) return;
      const missed = seq !== undefined && reached['complete'] === false;
      seq = number(reached['seq']) ?? seq;
      // More has happened than the server keeps: what is on screen is read again.
      if (missed && followed !== undefined) topics.publish('observation.changed', { patientId: followed, codes: [] });
    });
    to.on('connect', () => {
      tries = 0;
      status.set({ connected: true, ...(to.id === undefined ? {} : { socketId: to.id }) });
      if (followed !== undefined && to.id !== undefined) onConnected(followed, to.id);
    });
    to.on('disconnect', () => status.set({ connected: false }));
    to.on('connect_error', (error: unknown) => refused(codeIn(error)));
    to.on('bye', (body: unknown) => refused(codeIn(body)));
  }

  /** The library comes back by itself after a fault of the network, not after a refusal. */
  function refused(code: string | undefined): void {
    status.set({ connected: false });
    if (code === undefined || code === 'ACCESS_DENIED') return;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        const renewed = code === 'UNAUTHORIZED' ? tokens.refreshAfter401(used) : Promise.resolve();
        renewed.then(
          () => {
            if (followed !== undefined) socket?.connect();
          },
          () => undefined,
        );
      },
      Math.min(1_000 * 2 ** tries, LONGEST_PAUSE_MS),
    );
    tries += 1;
  }

  function leave(): void {
    clearTimeout(timer);
    socket?.disconnect();
    status.set({ connected: false });
  }

  function enter(): void {
    if (followed === undefined) return;
    if (socket !== undefined) {
      socket.connect();
      return;
    }
    opening ??= load()
      .then(({ open, messages }) => {
        socket = open(handshake);
        codeOf = messages.codeIn;
        listen(socket, messages);
      })
      .catch((error: unknown) => {
        opening = undefined;
        onFault(error);
      });
  }

  function follow(): void {
    const wanted = isSignedIn.get() ? patient.get().viewed?.id : undefined;
    if (wanted === followed) return;
    leave();
    followed = wanted;
    seq = undefined;
    tries = 0;
    enter();
  }

  patient.subscribe(follow);
  isSignedIn.subscribe(follow);
  tokenVersion.subscribe(() => {
    // The first token opens the connection; a later one takes its place there.
    if (followed === undefined || socket === undefined) return;
    leave();
    enter();
  });

  return {
    status,
    async command(command: HubCommand) {
      const offline = (cause?: unknown) =>
        new AppError({ code: 'NETWORK', message: 'No live connection', httpStatus: 0, source: 'PHR_API', cause });
      if (socket?.connected !== true) throw offline();
      const answer = await socket
        .timeout(COMMAND_MS)
        .emitWithAck('hub:command', command)
        .catch((cause: unknown) => {
          throw offline(cause);
        });
      if (isObject(answer) && answer['ok'] === true) return;
      const refusal = isObject(answer) ? answer : {};
      throw new AppError({
        code: codeOf?.(refusal) ?? '500',
        source: 'PHR_API',
        ...(typeof refusal['message'] === 'string' ? { message: refusal['message'] } : {}),
        ...(typeof refusal['httpStatus'] === 'number' ? { httpStatus: refusal['httpStatus'] } : {}),
      });
    },
  };
}
