/** Runs tasks with limited concurrency; results are in task order. The first failure rejects. */
export async function runConcurrently<T>(tasks: readonly (() => Promise<T>)[], atOnce: number): Promise<readonly T[]> {
  const answers: T[] = [];
  // shared iterator: each worker takes the next task
  const left = tasks.entries();
  const work = async (): Promise<void> => {
    for (const [index, task] of left) answers[index] = await task();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}
