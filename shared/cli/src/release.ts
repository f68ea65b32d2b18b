import { readFile } from 'node:fs/promises';
import { actionOf, actionsHelp, readReleaseWords, type Source } from './release-actions.ts';
import { createReleaseService } from './release-service.ts';
import { readRelease } from './release-files.ts';
import { readSigner } from './envelope.ts';
import { Failed } from './failed.ts';
import { check, moduleFolder } from './work.ts';

/** The module in the current folder. */
const OWN: Source = {
  version: async () => ((await ownFile('package.json')) as { version: string }).version,
  release: async (version) => readRelease(moduleFolder(), version, await check(['--version', version])),
};

/** `phr release <action>`: one call of the release service each. Rejects with the service's message. */
export async function release([name = '', ...words]: readonly string[]): Promise<void> {
  const action = actionOf(name);
  if (action === undefined)
    throw new Failed(`phr release <action> [--environment staging] [--reason "why"]\n${actionsHelp()}`);
  const values = readReleaseWords(words);
  const { environment = 'staging', reason = `phr release ${name}` } = values;
  const { name: module } = (await ownFile('module.json')) as { name: string };
  const service = createReleaseService({ environment, ...(await keysIn(process.env)) }, module);
  const answer = await action.run({ service, module, source: OWN, reason, values, warn: console.error });
  console.log(JSON.stringify(answer, null, 2));
}

export const ownFile = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(`${moduleFolder()}/${name}`, 'utf8'));

/** What CI hands over; the signing key itself or a file with it. */
export async function keysIn(env: NodeJS.ProcessEnv) {
  const { RELEASES_URL: url, RELEASE_KEY: key, RELEASE_SIGNING_ID: id = '', RELEASE_SIGNING_KEY: signer = '' } = env;
  if (url === undefined || key === undefined)
    throw new Failed('RELEASES_URL and RELEASE_KEY are not set: the README of the module says where they come from');
  return {
    url,
    key,
    signing: { id, privateKey: await readSigner(signer) },
  };
}
