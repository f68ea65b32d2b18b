import { connectAsync } from 'mqtt';
import { reached } from '../../kit/start-fault.ts';
import type { Platform } from '../../kit/platform.ts';
import { commandTopic, HUB_TOPICS, isHubTopic, readTopic, TOPIC_ROOT } from './messages.ts';
import type { HubListener, HubTransport } from './transport.ts';

const SEND_MS = 5_000;

/**
 * A broker of somebody else (Mosquitto, EMQX), which checks the hubs by its own password and ACL files. The session is kept over restarts: what came
 * meanwhile follows, and a message leaves the broker only after `listener` has taken it for good. Without `listener` it only sends.
 */
export async function connectBroker(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  url: string,
  listener?: HubListener,
): Promise<HubTransport> {
  const client = await reached(
    'MQTT_URL',
    url,
    connectAsync(
      url,
      {
        username: config.mqtt.user,
        password: config.mqtt.password,
        protocolVersion: 4,
        reconnectPeriod: 1_000,
        keepalive: 30,
        clientId: `phr-${listener === undefined ? 'send' : 'bridge'}-${config.nodeName}`,
        clean: listener === undefined,
        resubscribe: true,
        manualConnect: false,
        queueQoSZero: false,
      },
      false,
    ),
  );
  let isClosed = false;
  client.on('error', (error) => log.warn({ reason: error.message }, 'message broker refused'));
  client.on('close', () => log.warn({}, 'connection to the message broker lost'));

  if (listener !== undefined) {
    // the library acknowledges when `done` is called without an error; with one it drops the connection, and the broker sends again
    client.handleMessage = (packet, done) => {
      const topic = readTopic(packet.topic);
      if (topic === undefined || !isHubTopic(topic.kind)) return done();
      listener({ mac: topic.mac, kind: topic.kind, payload: Buffer.from(packet.payload) }).then(
        () => done(),
        (error: unknown) => {
          log.warn({ err: error }, 'a message of a hub could not be taken');
          // one that was on its way when the server stopped would bring the connection back for ever
          if (!isClosed) client.reconnect();
        },
      );
    };
    await client.subscribeAsync(
      HUB_TOPICS.map((topic) => `${TOPIC_ROOT}/+/${topic}`),
      { qos: 1 },
    );
  }

  return {
    // not kept for a hub that is away: a command lives for seconds, and one may hold the password of a Wi-Fi
    async send(mac, message) {
      if (!client.connected) throw new Error('the message broker cannot be reached');
      const timeout = new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error('the message broker does not answer')), SEND_MS).unref();
      });
      await Promise.race([client.publishAsync(commandTopic(mac), JSON.stringify(message), { qos: 0 }), timeout]);
    },
    close() {
      isClosed = true;
      return client.endAsync();
    },
  };
}
