import { connectAsync } from 'mqtt';
import { awaitConnection } from '../../kit/start-fault.ts';
import type { Platform } from '../../kit/platform.ts';
import { commandTopic, HUB_TOPICS, isHubTopic, readTopic, TOPIC_ROOT } from './messages.ts';
import type { HubListener, HubTransport } from './transport.ts';

const SEND_MS = 5_000;

/**
 * Client of an external broker (Mosquitto, EMQX) with its own password and ACL files. The session is persistent:
 * messages are acknowledged only after `listener` has stored them. Without `listener` it only sends.
 */
export async function connectBroker(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  url: string,
  listener?: HubListener,
): Promise<HubTransport> {
  const client = await awaitConnection(
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
    // done() without error acknowledges; with an error the library reconnects, and the broker resends
    client.handleMessage = (packet, done) => {
      const topic = readTopic(packet.topic);
      if (topic === undefined || !isHubTopic(topic.kind)) return done();
      listener({ mac: topic.mac, kind: topic.kind, payload: Buffer.from(packet.payload) }).then(
        () => done(),
        (error: unknown) => {
          log.warn({ err: error }, 'a message of a hub could not be taken');
          // a message in flight at shutdown would otherwise reconnect forever
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
    // not retained for an offline hub: commands live for seconds and may contain a Wi-Fi password
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
