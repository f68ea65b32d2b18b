import { createPrivateKey } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DESCRIPTOR_TYPE, signEnvelope } from '../backend/src/releases/dsse.ts';
import type { MachineKey } from '../backend/src/releases/machine-key.ts';
import type { Descriptor, GateResult } from '../backend/src/releases/ports.ts';
import type { Channel } from '../backend/src/releases/channel.ts';

export type ChannelAnswer = Channel & { readonly revision: number; readonly also?: readonly object[] };

interface Checks {
  readonly state: string;
  readonly gates: readonly GateResult[];
}

const ASK_AGAIN_MS = 250;

/** The calls of the release service, as thin as they are. Each rejects with the service's own words. */
export function createReleaseCalls({ url, environment, key, signing }: MachineKey) {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Error(`The release service at ${url} does not answer: start the product, or set RELEASES_URL.`, {
        cause: error,
      });
    });
    const text = await answer.text();
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    if (answer.ok) return value;
    const { code = '', message = '' } = { ...(value as { code?: string; message?: string }) };
    throw new Error(`${code}: ${message}`);
  };
  const channelPath = (module: string): string => `/releases/v1/environments/${environment}/modules/${module}`;
  const channel = (module: string) => send('GET', channelPath(module)) as Promise<ChannelAnswer>;
  /** A change that is based on what the caller sees now; another one in between is told, not overwritten. */
  const change = async (module: string, method: string, path: string, body: object): Promise<ChannelAnswer> => {
    const { revision } = await channel(module);
    const headers = { 'if-match': `"${revision}"` };
    return (await send(method, `${channelPath(module)}/${path}`, body, headers)) as ChannelAnswer;
  };
  const versionPath = (module: string, version: string): string => `/releases/v1/modules/${module}/versions/${version}`;

  return {
    channel,
    change,
    kill: (module: string, body: object) => send('POST', `${channelPath(module)}/kill`, body) as Promise<ChannelAnswer>,
    all: () =>
      send('GET', `/releases/v1/environments/${environment}`) as Promise<{
        modules: ({ name: string } & ChannelAnswer)[];
      }>,
    registry: () => send('GET', '/registry.json') as Promise<{ modules: readonly { name: string }[] }>,
    history: (module: string) => send('GET', `${channelPath(module)}/events`),
    withdraw: (module: string, version: string, body: object) =>
      send('POST', `${versionPath(module, version)}/withdraw`, body),

    /** Uploads what the service has not, and waits for the gates. Rejects with their findings where one refuses it. */
    async upload(descriptor: Descriptor, read: (path: string) => Promise<Buffer>): Promise<void> {
      const { module, version, files } = descriptor;
      const signer = { id: signing.id, private: createPrivateKey(signing.privateKey) };
      const envelope = signEnvelope(DESCRIPTOR_TYPE, Buffer.from(JSON.stringify(descriptor)), signer);
      const { missing } = (await send('POST', `/releases/v1/modules/${module}/versions`, envelope)) as {
        missing: readonly string[];
      };
      for (const sha256 of missing) {
        const file = files.find((one) => one.sha256 === sha256);
        if (file !== undefined) await send('PUT', `/releases/v1/blobs/${sha256}`, await read(file.path));
      }
      let checks = (await send('POST', `${versionPath(module, version)}/finish`)) as Checks;
      while (checks.state === 'checking') {
        await pause(ASK_AGAIN_MS);
        checks = (await send('GET', `${versionPath(module, version)}/checks`)) as Checks;
      }
      if (checks.state !== 'accepted')
        throw new Error(`${module} ${version} is ${checks.state}:\n${findingsIn(checks)}`);
    },
  };
}

function findingsIn({ gates }: Checks): string {
  return gates
    .filter(({ ok }) => !ok)
    .flatMap(({ id, findings }) => findings.map(({ where, message, fix }) => `  ${id}  ${where}: ${message} ${fix}`))
    .join('\n');
}
