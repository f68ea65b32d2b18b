import { createPrivateKey, sign } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Release } from './release-files.ts';
import { Failed } from './work.ts';

const DESCRIPTOR_TYPE = 'application/vnd.phr.release+json';
const ASK_AGAIN_MS = 500;

export interface ServiceOptions {
  readonly url: string;
  readonly key: string;
  readonly module: string;
  readonly environment: string;
  readonly signing: { readonly id: string; readonly pem: string };
}
interface Channel {
  readonly revision: number;
  readonly rollouts: readonly { readonly id: string; readonly version: string; readonly state: string }[];
}
interface Checks {
  readonly state: string;
  readonly gates: readonly {
    readonly id: string;
    readonly ok: boolean;
    readonly findings: readonly { readonly where: string; readonly message: string; readonly fix: string }[];
  }[];
}

export type ReleaseService = ReturnType<typeof createReleaseService>;

/** The calls of the release service for one module, as thin as they are. Each rejects with Failed and the service's own words. */
export function createReleaseService(options: ServiceOptions) {
  const { module, environment } = options;
  const send = sender(options);
  const versionPath = (version: string): string => `/releases/v1/modules/${module}/versions/${version}`;
  const at = `/releases/v1/environments/${environment}/modules/${module}`;
  const channel = () => send('GET', at) as Promise<Channel>;
  return {
    channel,
    history: () => send('GET', `${at}/events`),
    /** A change of what is on offer now: another one in between is told, not overwritten. */
    change: async (method: string, path: string, body: object) =>
      send(method, `${at}/${path}`, body, { 'if-match': `"${(await channel()).revision}"` }),
    kill: (body: object) => send('POST', `${at}/kill`, body),
    withdraw: (version: string, body: object) => send('POST', `${versionPath(version)}/withdraw`, body),
    /** Id of the rollout of a version, or of the only one. */
    async rolloutOf(version: string | undefined): Promise<string> {
      const { rollouts } = await channel();
      const alive = rollouts.filter((one) => one.state !== 'stopped' && one.version === (version ?? one.version));
      const [rollout] = alive;
      if (rollout === undefined || alive.length > 1)
        throw new Failed(`${module} has ${alive.length} rollouts here: name one with --version`);
      return rollout.id;
    },
    /** Sends what the service has not, and waits for its checks. */
    async upload({ descriptor, read }: Release): Promise<void> {
      const envelope = signed(Buffer.from(JSON.stringify(descriptor)), options.signing);
      const { missing } = (await send('POST', `/releases/v1/modules/${module}/versions`, envelope)) as {
        missing: readonly string[];
      };
      for (const { sha256, path } of descriptor.files)
        if (missing.includes(sha256)) await send('PUT', `/releases/v1/blobs/${sha256}`, await read(path));
      const version = versionPath(descriptor.version);
      let checks = (await send('POST', `${version}/finish`)) as Checks;
      while (checks.state === 'checking') {
        await pause(ASK_AGAIN_MS);
        checks = (await send('GET', `${version}/checks`)) as Checks;
      }
      if (checks.state !== 'accepted')
        throw new Failed(`${descriptor.version} is ${checks.state}\n${findingsIn(checks)}`);
    },
  };
}

function sender({ url, key }: ServiceOptions) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
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
      throw new Failed(`The release service at ${url} does not answer`, { cause: error });
    });
    const text = await answer.text();
    if (!answer.ok) throw new Failed(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** A DSSE 1.0.2 envelope: lengths stand before type and body, so that neither can be taken for a part of the other. */
function signed(payload: Buffer, { id, pem }: ServiceOptions['signing']) {
  const head = `DSSEv1 ${Buffer.byteLength(DESCRIPTOR_TYPE)} ${DESCRIPTOR_TYPE} ${payload.length} `;
  const sig = sign(null, Buffer.concat([Buffer.from(head), payload]), createPrivateKey(pem)).toString('base64');
  return { payloadType: DESCRIPTOR_TYPE, payload: payload.toString('base64'), signatures: [{ keyid: id, sig }] };
}

const findingsIn = ({ gates }: Checks): string =>
  gates
    .flatMap(({ id, findings }) => findings.map(({ where, message, fix }) => `  ${id}  ${where}: ${message} ${fix}`))
    .join('\n');
