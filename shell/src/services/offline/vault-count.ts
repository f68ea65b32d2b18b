import { databasesOf, settled } from './sealing.ts';
import { PREFIX, type Room } from './vault.ts';

/** How many things lie in a room of all vaults of this device: a number tells nothing of anybody. Never rejects. */
export async function countOnDevice(room: Room): Promise<number> {
  const counts = await Promise.all(
    (await databasesOf(PREFIX))
      .map(async (name) => {
        const request = indexedDB.open(name);
        // Deleted a moment ago: it must not be made again.
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
