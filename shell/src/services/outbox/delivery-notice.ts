import type { Notice, QueueOptions } from '@phr/contract/host-api';

/** The notice to show for a write accepted late, depending on the response; undefined if none. */
export function deliveryNotice(
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
