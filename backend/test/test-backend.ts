import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Config } from '../src/config.ts';
import { startBackend, type Backend } from '../src/main.ts';
import { freePort } from './free-port.ts';

export interface TestBackend extends Backend {
  readonly config: Config;
}

/** The whole backend on free ports, with its own data folder and limits that tests do not meet by accident. */
export async function startTestBackend(settings: Readonly<Record<string, string>> = {}): Promise<TestBackend> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-test-'));
  // the database server runs without rights of its own
  await chmod(dir, 0o755);
  const [shell, identity, files, mqtt] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const config = readConfig({
    PORT: String(shell), IDENTITY_PORT: String(identity), FILES_PORT: String(files), MQTT_PORT: String(mqtt), DATA_DIR: dir, SHELL_DIR: path.join(dir, 'shell'),
    EMBED_DIR: path.join(dir, 'embed'), LOG_LEVEL: 'silent', LIMIT_SIGN_IN_PER_MINUTE_IP: '1000', LIMIT_REGISTER_PER_HOUR_IP: '1000',
    LIMIT_OTP_PER_HOUR_IP: '1000', ...settings,
  });
  const backend = await startBackend(config);
  return {
    ...backend, config,
    async stop() {
      await backend.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
