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

/** The parts of a socket.io socket in use. */
export interface Socket {
  readonly id?: string | undefined;
  readonly connected: boolean;
  on(event: string, listener: (...values: readonly never[]) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
  timeout(ms: number): { emitWithAck(event: string, ...values: readonly unknown[]): Promise<unknown> };
}
export type OpenSocket = (auth: () => Promise<Handshake>) => Socket;

/** Token and person are in the handshake, never in a URL (S-41). */
export interface Handshake {
  readonly jwt: string;
  readonly patientId: string;
  readonly seq?: number;
}

export interface RealtimeOptions {
  /** Loads the connection code and message parsers, which are not part of the first load. */
  readonly load: () => Promise<{ readonly open: OpenSocket; readonly messages: typeof Messages }>;
  readonly tokens: { accessToken(): Promise<string>; refreshAfter401(used: string): Promise<string> };
  /** Changes with each new token. */
  readonly tokenVersion: Store<number>;
  readonly isSignedIn: Store<boolean>;
  readonly patient: Store<PatientContext>;
  readonly topics: TopicPort;
  /** Shows a server toast for five seconds (NOTI-04). */
  readonly onToast: (notice: Messages.ServerToast) => void;
  /** Called on each connection, to link the socket to the device (D-110). */
  readonly onConnected: (patientId: string, socketId: string) => void;
  /** Called with the registry's serial after each change. */
  readonly onSerial: (serial: number) => void;
  readonly onFault: (error: unknown) => void;
}

const COMMAND_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Live connection of the person on screen. Opened after sign-in, and reopened for a new token or another person
 * (HUB-18); sends the last event's number, so that no event is missed.
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
    /** Publishes an event of the person on screen, with its number if the server stores it. */
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
      // more was missed than the server keeps: reload what is on screen
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

  /** The library reconnects by itself after network faults, but not after a rejection. */
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
    // the first token opens the connection; later ones replace it
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
