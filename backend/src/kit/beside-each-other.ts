/** Runs tasks beside each other, so many at once; the answers come in the order of the tasks. The first that fails fails all. */
export async function besideEachOther<T>(tasks: readonly (() => Promise<T>)[], atOnce: number): Promise<readonly T[]> {
  const answers: T[] = [];
  // one iterator for all who work: each takes what comes next
  const left = tasks.entries();
  const work = async (): Promise<void> => {
    for (const [index, task] of left) answers[index] = await task();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}
