import { createHash } from 'node:crypto';
import type { Config } from '../../kit/config.ts';
import { networkOf } from '../../kit/network.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { UsageCounts } from '../../kit/usage-counts.ts';

const HOUR_MS = 3_600_000;
/** A file counts as at least so many bytes: a million small ones fill a disk as well. */
const LEAST_BYTES = 65_536;

/** Who sends, as limits count: a person by a name that says nothing, and a network. */
export interface Sender {
  /** Empty for people without an account, who are counted by their network alone. */
  readonly person: string;
  /** Absent for what comes inside a resource. */
  readonly ip?: string;
}

export interface UploadLimits {
  /** Counts a file that somebody means to send. Throws ServerError UPLOAD_QUOTA when there were too many series, or the bytes of the hour are used up. */
  begin(sender: Sender, key: string): Promise<void>;
  /** Counts the bytes of a file before it is taken. Throws ServerError UPLOAD_QUOTA, and then counts nothing. */
  take(sender: Sender, bytes: number): Promise<void>;
}

/** A name for a user that may stand in an address. */
export function personOf(userId: string): string {
  return createHash('sha256').update(`upload ${userId}`).digest('base64url').slice(0, 16);
}

/**
 * What a person and a network may send in an hour: bytes, and series. The files of one folder are one series, however many slices it has; what people without
 * an account send is a series each.
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
