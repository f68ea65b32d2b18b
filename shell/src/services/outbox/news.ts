import type { Notice, QueueOptions } from '@phr/contract/host-api';

/** What the person is told of a write that the service has taken late, by what it answered; undefined when nothing is to be told. */
export function newsOf({ told, toldBy }: Pick<QueueOptions, 'told' | 'toldBy'>, body: unknown): Notice | undefined {
  const said = toldBy && at(body, toldBy.path);
  return (
    (typeof said === 'string' && toldBy !== undefined && Object.hasOwn(toldBy.notices, said)
      ? toldBy.notices[said]
      : undefined) ?? told
  );
}

function at(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null ? Object.entries(part).find(([key]) => key === name)?.[1] : undefined,
      body,
    );
}
