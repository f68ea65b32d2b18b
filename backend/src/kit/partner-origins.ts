import type { Config } from './config.ts';
import type { PartnerOrigins, Sql } from './platform.ts';

/** Cache lifetime: a disabled partner is unknown to browsers after this; its tokens end at once. */
const KEEP_MS = 10_000;
/** Minimum interval of reloads caused by unknown origins. */
const UNKNOWN_MS = 1_000;

/** Loads partner origins on demand, including the legacy `PARTNER_ORIGINS`. */
export function createPartnerOrigins(
  db: Sql,
  { partnerOrigins, shellOrigin }: Pick<Config, 'partnerOrigins' | 'shellOrigin'>,
  now: () => number = () => performance.now(),
): PartnerOrigins {
  let known: ReadonlySet<string> = new Set(partnerOrigins);
  let sentTo = known;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function readRows(): Promise<void> {
    try {
      const rows = await db.query<{ origins: string[]; redirect_uris: string[] }>(
        'select origins, redirect_uris from partner where disabled_at is null',
      );
      known = new Set([...partnerOrigins, ...rows.flatMap(({ origins }) => origins)]);
      sentTo = new Set([
        ...known,
        ...rows.flatMap((row) => row.redirect_uris.map((address) => new URL(address).origin)),
      ]);
    } catch {
      // a database failure is reported by every call that needs it
    }
    readAt = now();
  }

  const read = async (origin?: string): Promise<void> => {
    const limit = origin === undefined || known.has(origin) ? KEEP_MS : UNKNOWN_MS;
    if (now() - readAt < limit) return;
    reading ??= readRows().finally(() => {
      reading = undefined;
    });
    await reading;
  };

  return {
    get known() {
      return known;
    },
    get sentTo() {
      return sentTo;
    },
    read,
    async isKnown(origin) {
      if (origin === shellOrigin) return true;
      await read(origin);
      return known.has(origin);
    },
  };
}
