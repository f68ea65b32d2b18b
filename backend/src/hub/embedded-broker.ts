import { timingSafeEqual } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import type { Config } from '../config.ts';
import type { Platform } from '../platform.ts';
import { isHub } from './hubs.ts';
import { commandTopic, isHubTopic, macOf, readTopic, TOPIC_ROOT } from './messages.ts';
import type { HubListener, HubTransport } from './transport.ts';

/**
 * Our own MQTT 3.1.1 broker. A hub signs in with its name and secret and may touch only its own topics; the server's account may touch all. A hub's
 * message is acknowledged only after `listener` has taken it for good.
 */
export async function startEmbeddedBroker(platform: Pick<Platform, 'config' | 'db' | 'log'>, listener: HubListener): Promise<HubTransport> {
  const { config, db, log } = platform;
  const accounts = new WeakMap<Client, string>();
  const broker = await Aedes.createBroker({
    authenticate(client, user, password, done) {
      const name = user ?? '';
      const secret = password?.toString() ?? '';
      const mac = macOf(name);
      const check = mac === undefined ? Promise.resolve(isServer(config, name, secret)) : isHub(db, mac, secret);
      check.then((ok) => {
        if (ok) accounts.set(client, name);
        done(null, ok);
      }, () => done(null, false));
    },
    authorizePublish(client, packet, done) {
      const topic = readTopic(packet.topic);
      const account = client === null ? undefined : accounts.get(client);
      if (account === config.mqtt.user) return done(null);
      if (topic === undefined || account === undefined || macOf(account) !== topic.mac || !isHubTopic(topic.kind)) return done(new Error('topic not allowed'));
      // only the state outlives its moment
      packet.retain = topic.kind === 'state';
      listener({ mac: topic.mac, kind: topic.kind, payload: Buffer.from(packet.payload) }).then(() => done(null), (error: unknown) => {
        log.warn({ err: error }, 'a message of a hub could not be taken');
        // the connection ends without an acknowledgement, and the hub sends again
        done(error instanceof Error ? error : new Error('failed'));
      });
    },
    authorizeSubscribe(client, subscription, done) {
      const account = accounts.get(client);
      const own = `${TOPIC_ROOT}/${account}/`;
      const allowed = account === config.mqtt.user || (account !== undefined && subscription.topic.startsWith(own) && !/[+]/.test(subscription.topic));
      done(null, allowed ? subscription : null);
    },
  });
  broker.on('clientError', (_client, error) => log.info({ err: error }, 'a hub\'s connection failed'));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    // commands are small and a person waits for their effect
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    broker.handle(socket);
  });
  // nobody is connected to a broker that has just begun
  await db.query('update hub set online = false where online');
  await new Promise<void>((resolve, reject) => { server.once('error', reject).listen(config.mqtt.port, config.host, resolve); });

  return {
    send: (mac, message) => new Promise((resolve, reject) => {
      broker.publish({ cmd: 'publish', topic: commandTopic(mac), payload: JSON.stringify(message), qos: 1, retain: false, dup: false },
        (error) => (error == null ? resolve() : reject(error)));
    }),
    async close() {
      const ended = new Promise<void>((resolve) => { server.close(() => resolve()); });
      await new Promise<void>((resolve) => { broker.close(() => resolve()); });
      for (const socket of sockets) socket.destroy();
      await ended;
    },
  };
}

function isServer(config: Config, name: string, secret: string): boolean {
  const [given, own] = [Buffer.from(secret), Buffer.from(config.mqtt.password)];
  return name === config.mqtt.user && given.length === own.length && timingSafeEqual(given, own);
}
