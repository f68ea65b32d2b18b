import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { keysIn, ownFile } from './release.ts';
import { readRelease } from './release-files.ts';
import { createReleaseService } from './release-service.ts';
import { build, moduleFolder } from './work.ts';

/**
 * `phr dev push`: shows the module's current state in the product to its developer only. Rejects with the service's
 * message.
 */
export async function devPush(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { environment: { type: 'string', default: 'staging' } },
  });
  const keys = await keysIn(process.env);
  const { name } = (await ownFile('module.json')) as { name: string };
  const { version: released } = (await ownFile('package.json')) as { version: string };
  // a version that nobody can guess and that no release ever has
  const version = `${released}-dev.${randomBytes(16).toString('hex')}`;
  await build(['--version', version]);
  const service = createReleaseService({ environment: values.environment, ...keys }, name);
  const endsAt = await service.push(await readRelease(moduleFolder(), version, 0));
  console.log(`${name} ${version} is shown to you alone until ${endsAt}: load the page of ${values.environment} anew`);
}
