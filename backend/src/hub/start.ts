import type { Server } from 'node:http';
import type { Repository } from '../fhir/repository.ts';
import type { Platform } from '../platform.ts';
import type { Outbox } from '../realtime/outbox.ts';
import { startBroadcast, startSockets, type Broadcast } from '../realtime/sockets.ts';
import { createBridge, createCommands } from './bridge.ts';
import { connectBroker } from './broker-client.ts';
import { startEmbeddedBroker } from './embedded-broker.ts';
import { hubsOf, provisionHub } from './hubs.ts';
import type { MeasureSessions } from './sessions.ts';
import type { HubTransport } from './transport.ts';

export interface HubParts {
  readonly repository: Repository;
  readonly outbox: Outbox;
  readonly sessions: MeasureSessions;
}

/** The hub of the demo family; its secret is public, so it is let in only with DEMO=1. */
const DEMO_HUB = { mac: '5C:31:3E:00:00:01', secret: 'phr-demo-hub-2026' } as const;
const OVERDUE_MS = 5_000;

/** Starts what SERVICES names of sockets (realtime) and hubs (mqtt). */
export async function startHubs(http: Server, platform: Platform, parts: HubParts): Promise<{ sockets(): number; recheck(): Promise<void>; endSession(sid: string): void; close(): Promise<void> }> {
  const { config, db, log } = platform;
  const { outbox, repository, sessions } = parts;
  let transport: HubTransport | undefined;
  let overdue: NodeJS.Timeout | undefined;
  const realtime = config.runs.has('realtime')
    ? await startSockets(http, platform, { outbox, command: createCommands(platform, repository, () => transport), hubs: (patientId) => hubsOf(repository, db, patientId) }) : undefined;
  const far = realtime === undefined && config.runs.has('mqtt') && config.redisUrl !== undefined ? await startBroadcast(config.redisUrl, log) : undefined;
  const broadcast: Broadcast | undefined = realtime ?? far;

  if (config.runs.has('mqtt') && broadcast !== undefined) {
    if (config.demo) await provisionHub(db, DEMO_HUB.mac, DEMO_HUB.secret);
    const bridge = createBridge(platform, { ...parts, broadcast });
    transport = config.mqtt.url === undefined ? await startEmbeddedBroker(platform, bridge) : await connectBroker(platform, config.mqtt.url, bridge);
    overdue = setInterval(() => { sessions.endOverdue().catch((error: unknown) => log.warn({ err: error }, 'measure sessions could not be ended')); }, OVERDUE_MS);
  } else if (realtime !== undefined && config.mqtt.url !== undefined) {
    transport = await connectBroker(platform, config.mqtt.url);
  }

  return {
    sockets: () => realtime?.namespace.sockets.size ?? 0,
    recheck: async () => { await realtime?.recheck(); },
    endSession: (sid) => { realtime?.endSession(sid); },
    async close() {
      clearInterval(overdue);
      await realtime?.close();
      await transport?.close();
      await far?.close();
    },
  };
}
