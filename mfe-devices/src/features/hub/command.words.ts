import type { HubCommand } from '@phr/contract/host-api';
import type { TFunction } from 'i18next';

const KEYS: Readonly<Record<HubCommand['command'], string>> = {
  scan: 'scan',
  'stop-scan': 'stopScan',
  pair: 'pair',
  restart: 'restart',
  'rs -wf': 'rsWf',
  'rs -all': 'rsAll',
  'rs -bond': 'rsBond',
  'rs -abond': 'rsAbond',
  'up -mode': 'upMode',
  'up -wf': 'upWf',
  'rda-bg': 'rdaBg',
};

/** A command of a hub in words. */
export const commandWords = (command: HubCommand['command'], t: TFunction): string => t(`hub.cmd.${KEYS[command]}`);

const REASONS = new Set(['BUSY', 'NOT_FOUND', 'TIMEOUT', 'REJECTED', 'EXPIRED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE']);

/** Why the hub or the server rejected it, if a text exists. */
export const reasonWords = (code: string | undefined, t: TFunction): string | undefined =>
  code !== undefined && REASONS.has(code) ? t(`hub.reason.${code}`) : undefined;
