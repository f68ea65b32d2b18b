import type { Notice, QueueOptions } from '@phr/contract/host-api';

/** What the person is told of a write that the service has taken late, by what it answered; undefined when nothing is to be told. */
export function newsOf(
  { told, toldBy: noticeFrom }: Pick<QueueOptions, 'told' | 'toldBy'>,
  body: unknown,
): Notice | undefined {
  const value = noticeFrom && at(body, noticeFrom.path);
  return (
    (typeof value === 'string' && noticeFrom !== undefined && Object.hasOwn(noticeFrom.notices, value)
      ? noticeFrom.notices[value]
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
