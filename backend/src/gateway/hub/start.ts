import type { Server } from 'node:http';
import type { Repository } from '../../records/repository.ts';
import type { Platform } from '../../kit/platform.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { Outbox } from '../realtime/outbox.ts';
import { startBroadcast, startSockets, type Broadcast, type Realtime } from '../realtime/sockets.ts';
import { createBridge, createCommands } from './bridge.ts';
import { connectBroker } from './broker-client.ts';
import { adoptOwners, hubsOf, provisionDemoHub } from './hubs.ts';
import { createHubPairings } from './pairing.ts';
import type { MeasureSessions } from './sessions.ts';
import type { HubListener, HubTransport } from './transport.ts';

export interface HubParts {
  readonly repository: Repository;
  readonly outbox: Outbox;
  readonly inbox: Pick<Inbox, 'unread' | 'watchHubs'>;
  readonly sessions: MeasureSessions;
  /** Starts an embedded broker if none is configured. */
  readonly startBroker: (platform: Platform, listener: HubListener) => Promise<HubTransport>;
}

/** Hub of the demo family; its secret is public, so it is allowed only with DEMO=1. */
const DEMO_HUB = { mac: '5C:31:3E:00:00:01', secret: 'phr-demo-hub-2026' } as const;
const OVERDUE_MS = 5_000;
/** How often hubs that are away for long are looked for. */
const AWAY_MS = 60_000;
/** How soon a hub is asked for proof: a person is walking to it. */
const ASK_MS = 500;

/** Starts sockets (realtime) and hubs (mqtt) as named in SERVICES. */
export async function startHubs(
  http: Server,
  platform: Platform,
  parts: HubParts,
): Promise<Pick<Realtime, 'recheck' | 'endSession' | 'tellRegistry' | 'close'> & { sockets(): number }> {
  const { config, db, log } = platform;
  const { inbox, outbox, repository, sessions } = parts;
  let transport: HubTransport | undefined;
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, failure: string, work: () => Promise<unknown>): void => {
    timers.push(
      setInterval(() => {
        work().catch((error: unknown) => log.warn({ err: error }, failure));
      }, ms),
    );
  };
  const realtime = config.runs.has('realtime')
    ? await startSockets(http, platform, {
        outbox,
        command: createCommands(platform, repository, () => transport),
        hubs: (patientId) => hubsOf(repository, db, patientId),
        unread: (userId) => inbox.unread(userId),
      })
    : undefined;
  const far =
    realtime === undefined && config.runs.has('mqtt') && config.redisUrl !== undefined
      ? await startBroadcast(config.redisUrl, log)
      : undefined;
  const broadcast: Broadcast | undefined = realtime ?? far;

  if (config.runs.has('mqtt') && broadcast !== undefined) {
    if (config.demo) await provisionDemoHub(db, DEMO_HUB.mac, DEMO_HUB.secret);
    await adoptOwners(repository, db).catch((error: unknown) =>
      log.warn({ err: error }, 'owners of hubs are looked for when their hubs speak'),
    );
    const pairings = createHubPairings(platform, parts);
    const bridge = createBridge(platform, { ...parts, broadcast, pairings });
    transport =
      config.mqtt.url === undefined
        ? await parts.startBroker(platform, bridge)
        : await connectBroker(platform, config.mqtt.url, bridge);
    const way = transport;
    every(OVERDUE_MS, 'measure sessions and pairings could not be ended', () =>
      Promise.all([sessions.endOverdue(), pairings.sweep()]),
    );
    every(AWAY_MS, 'hubs that are away could not be looked for', () => inbox.watchHubs());
    every(ASK_MS, 'hubs could not be asked for a proof', () =>
      pairings.askDue((mac, message) => way.send(mac, message)),
    );
  } else if (realtime !== undefined && config.mqtt.url !== undefined) {
    transport = await connectBroker(platform, config.mqtt.url);
  }

  return {
    sockets: () => realtime?.namespace.sockets.size ?? 0,
    recheck: async () => {
      await realtime?.recheck();
    },
    endSession: (sid) => {
      realtime?.endSession(sid);
    },
    tellRegistry: (serial) => {
      realtime?.tellRegistry(serial);
    },
    async close() {
      timers.forEach(clearInterval);
      await realtime?.close();
      await transport?.close();
      await far?.close();
    },
  };
}
