import { databasesOf, settled } from './sealing.ts';
import { PREFIX, type Room } from './vault.ts';

/** Number of entries in a room over all vaults on this device; a count reveals nothing personal. Never rejects. */
export async function countOnDevice(room: Room): Promise<number> {
  const counts = await Promise.all(
    (await databasesOf(PREFIX))
      .map(async (name) => {
        const request = indexedDB.open(name);
        // deleted a moment ago: do not recreate it
        request.addEventListener('upgradeneeded', () => request.transaction?.abort());
        const database = await settled(request);
        try {
          return await settled(database.transaction(room).objectStore(room).count());
        } finally {
          database.close();
        }
      })
      .map((count) => count.catch(() => 0)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
