import type { Access, Db, ServerLog } from '../../kit/platform.ts';
import type { PushSettings } from '../../kit/config.ts';
import type { Repository } from '../../records/repository.ts';
import { createDevices, type Devices } from './devices.ts';
import { createDoseReminders } from './doses.ts';
import { createMessages, type Messages } from './messages.ts';
import { createDeliver } from './push-service.ts';

/** Push notifications (ADR 0079). */
export interface Push {
  readonly settings: PushSettings;
  readonly devices: Devices;
  readonly messages: Messages;
}

const SEND_MS = 5_000;
const DOSES_MS = 60_000;

/** @param origin that of the app */
export function createPush(
  settings: PushSettings,
  origin: string,
  parts: { readonly db: Db; readonly access: Pick<Access, 'allowedPatients'>; readonly log: ServerLog },
): Push {
  const devices = createDevices(parts.db);
  const messages = createMessages({ ...parts, devices, deliver: createDeliver(settings), origin });
  return { settings, devices, messages };
}

/** Sends due messages and checks doses each minute, until closed. */
export function startPush(
  { devices, messages }: Push,
  { db, log, repository }: { readonly db: Db; readonly log: ServerLog; readonly repository: Repository },
): { close(): Promise<void> } {
  const doses = createDoseReminders({ db, repository, devices, messages });
  const jobs = [
    every(SEND_MS, 'messages to devices could not be sent', () => messages.sendDue(), log),
    every(DOSES_MS, 'doses could not be looked for', () => doses.queue(), log),
  ];
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.close()));
    },
  };
}

/** Runs a job periodically without overlap; closing waits for the current run. */
function every(ms: number, failure: string, work: () => Promise<void>, log: ServerLog): { close(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => {
        running = undefined;
      });
  }, ms);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
