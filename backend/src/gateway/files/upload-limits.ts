import { createHash } from 'node:crypto';
import type { Config } from '../../kit/config.ts';
import { networkOf } from '../../kit/network.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { UsageCounts } from '../../kit/usage-counts.ts';

const HOUR_MS = 3_600_000;
/** Minimum accounted size: a million small files fill a disk too. */
const LEAST_BYTES = 65_536;

/** Uploader for limits: a pseudonymous person, and a network. */
export interface Sender {
  /** Empty without an account: limited by network only. */
  readonly person: string;
  /** Absent for what comes inside a resource. */
  readonly ip?: string;
}

export interface UploadLimits {
  /**
   * Counts an announced file.
   * @throws ServerError UPLOAD_QUOTA for too many series, or if the hourly bytes are used up
   */
  begin(sender: Sender, key: string): Promise<void>;
  /**
   * Counts a file's bytes before accepting it.
   * @throws ServerError UPLOAD_QUOTA, counting nothing
   */
  take(sender: Sender, bytes: number): Promise<void>;
}

/** Pseudonym of a user, safe in a URL. */
export function personOf(userId: string): string {
  return createHash('sha256').update(`upload ${userId}`).digest('base64url').slice(0, 16);
}

/**
 * Hourly limits of bytes and series per person and network. Files in one folder are one series, however many; without
 * an account each file is one.
 */
export function createUploadLimits(counts: UsageCounts, limits: Config['limits']): UploadLimits {
  const whoOf = ({ person, ip }: Sender): string => (person === '' ? `network ${networkOf(ip ?? '')}` : person);

  const bytesOf = (sender: Sender): readonly (readonly [name: string, max: number])[] => [
    ...(sender.person === '' ? [] : [[`upload-bytes:${sender.person}`, limits.uploadBytesPerHourUser] as const]),
    ...(sender.ip === undefined
      ? []
      : [[`upload-bytes:network ${networkOf(sender.ip)}`, limits.uploadBytesPerHourNetwork] as const]),
  ];

  const refuse = (left: number): never => {
    throw new ServerError('UPLOAD_QUOTA', 'Too much was uploaded within an hour', {
      retryAfter: Math.ceil(left / 1_000),
    });
  };

  return {
    async begin(sender, key) {
      for (const [name, max] of bytesOf(sender)) {
        const { count, left } = await counts.add(name, HOUR_MS, 0);
        if (count >= max) refuse(left);
      }
      const who = whoOf(sender);
      const folder = sender.person === '' ? key : key.slice(0, key.lastIndexOf('/'));
      const name = `upload-folder:${who}:${folder}`;
      if ((await counts.add(name, HOUR_MS)).count > 1) return;
      const { count, left } = await counts.add(`upload-series:${who}`, HOUR_MS);
      if (count <= limits.uploadSeriesPerHour) return;
      await counts.add(name, HOUR_MS, -1);
      refuse(left);
    },

    async take(sender, bytes) {
      const counted = Math.max(bytes, LEAST_BYTES);
      const taken: string[] = [];
      for (const [name, max] of bytesOf(sender)) {
        taken.push(name);
        const { count, left } = await counts.add(name, HOUR_MS, counted);
        if (count <= max) continue;
        for (const one of taken) await counts.add(one, HOUR_MS, -counted);
        refuse(left);
      }
    },
  };
}
