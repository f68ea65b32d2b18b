import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:net';
import { Aedes, type Client } from 'aedes';
import type { Config } from '../kit/config.ts';
import type { Platform } from '../kit/platform.ts';
import { networkOf } from '../kit/network.ts';
import { GuardedConnection } from '../gateway/hub/guarded-connection.ts';
import { isHub } from '../gateway/hub/hubs.ts';
import { commandTopic, isExpired, isHubTopic, macOf, readTopic } from '../gateway/hub/messages.ts';
import type { HubListener, HubTransport } from '../gateway/hub/transport.ts';

/** The identity of a connection: the server itself, or the hub with a mac. */
type Account = 'server' | { readonly mac: string };

/**
 * An MQTT 3.1.1 broker. A hub signs in with its name, which is also its client id, and its secret, and may use only its
 * own topics; the server's account may use all. A hub's message is acknowledged only after `listener` has stored it.
 */
export async function startEmbeddedBroker(
  platform: Pick<Platform, 'config' | 'db' | 'log'>,
  listener: HubListener,
): Promise<HubTransport> {
  const { config, db, log } = platform;
  const connections = new WeakMap<Client, GuardedConnection>();
  const unsigned = createUnsignedCount(config.limits.mqttUnsignedPerNetwork);
  const accounts = new WeakMap<Client, Account>();
  const accountOf = (client: Client | null): Account | undefined => (client === null ? 'server' : accounts.get(client));

  const broker = await Aedes.createBroker({
    authenticate(client, user, password, done) {
      proven(platform, client.id, user ?? '', password?.toString() ?? '').then(
        (account) => {
          if (account !== undefined) {
            accounts.set(client, account);
            const connection = connections.get(client);
            connection?.signedIn();
            if (connection !== undefined) unsigned.leave(connection);
          }
          done(null, account !== undefined);
        },
        () => done(null, false),
      );
    },
    authorizePublish(client, packet, done) {
      const topic = readTopic(packet.topic);
      const account = accountOf(client);
      if (account === 'server') return done(null);
      if (topic === undefined || account?.mac !== topic.mac || !isHubTopic(topic.kind))
        return done(new Error('topic not allowed'));
      // only the state outlives its moment
      packet.retain = topic.kind === 'state';
      listener({ mac: topic.mac, kind: topic.kind, payload: Buffer.from(packet.payload) }).then(
        () => done(null),
        (error: unknown) => {
          log.warn({ err: error }, 'a message of a hub could not be taken');
          // the connection ends without an acknowledgement, and the hub sends again
          done(error instanceof Error ? error : new Error('failed'));
        },
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const account = accountOf(client);
      done(
        null,
        account === 'server' || (account !== undefined && subscription.topic === commandTopic(account.mac))
          ? subscription
          : null,
      );
    },
    // queued messages are delivered only to the account that they are for, and only before they expire
    authorizeForward(client, packet) {
      const account = accountOf(client);
      return account === 'server' ||
        (account !== undefined && packet.topic === commandTopic(account.mac) && !isExpired(packet.payload, new Date()))
        ? packet
        : null;
    },
  });
  // the packet in an error may hold a name and a secret: only its message is logged
  broker.on('clientError', (_client, error) => log.info({ reason: error.message }, "a hub's connection failed"));
  broker.on('connectionError', (_client, error) =>
    log.info({ reason: error.message }, 'a connection to the message broker was refused'),
  );
  const open = new Set<GuardedConnection>();
  const server = createServer((socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    if (!unsigned.hasRoom(network)) return void socket.destroy();
    // commands are small and a person waits for their effect
    socket.setNoDelay(true);
    const connection = new GuardedConnection(socket);
    unsigned.enter(connection, network);
    open.add(connection);
    connection.once('close', () => {
      open.delete(connection);
      unsigned.leave(connection);
    });
    connections.set(broker.handle(connection), connection);
  });
  // a broker that has just started has no clients
  await db.query('update hub set online = false where online');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.mqtt.port, config.host, resolve);
  });

  return {
    // not queued for an offline hub: a command expires within seconds, and may hold a Wi-Fi password
    send: (mac, message) =>
      new Promise((resolve, reject) => {
        broker.publish(
          {
            cmd: 'publish',
            topic: commandTopic(mac),
            payload: JSON.stringify(message),
            qos: 0,
            retain: false,
            dup: false,
          },
          (error) => (error == null ? resolve() : reject(error)),
        );
      }),
    async close() {
      const ended = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await new Promise<void>((resolve) => {
        broker.close(() => resolve());
      });
      for (const connection of open) connection.destroy();
      await ended;
    },
  };
}

/**
 * The account of an authenticated client. A hub may only use its own name, and no other client may use a hub's name.
 */
async function proven(
  { config, db }: Pick<Platform, 'config' | 'db'>,
  clientId: string,
  name: string,
  secret: string,
): Promise<Account | undefined> {
  const mac = macOf(name);
  if (mac !== undefined) return clientId === name && (await isHub(db, mac, secret)) ? { mac } : undefined;
  return macOf(clientId) === undefined && isServer(config, name, secret) ? 'server' : undefined;
}

function isServer(config: Config, name: string, secret: string): boolean {
  const [given, own] = [Buffer.from(secret), Buffer.from(config.mqtt.password)];
  return name === config.mqtt.user && given.length === own.length && timingSafeEqual(given, own);
}

/** Counts the connections of each network that have not signed in. */
function createUnsignedCount(most: number) {
  const counts = new Map<string, number>();
  const networks = new WeakMap<GuardedConnection, string>();
  return {
    hasRoom: (network: string): boolean => (counts.get(network) ?? 0) < most,
    enter(connection: GuardedConnection, network: string): void {
      counts.set(network, (counts.get(network) ?? 0) + 1);
      networks.set(connection, network);
    },
    leave(connection: GuardedConnection): void {
      const network = networks.get(connection);
      if (network === undefined) return;
      networks.delete(connection);
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    },
  };
}
