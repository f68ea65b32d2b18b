import type { WritableStore } from '@phr/contract/store';
import { isObject, number } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';
import { isNotOffered } from '../not-offered.ts';
import type { Socket } from './realtime.ts';

/** Unread count; undefined until a server has reported one. */
export type Unread = WritableStore<number | undefined>;

/**
 * Tracks the unread count: read now and on each connection, as missed updates are not repeated, and pushed in between.
 * If unreadable, the count stays.
 */
export function trackUnread(socket: Pick<Socket, 'on'>, client: Client, unread: Unread): void {
  let isOffered = true;
  const tell = (body: unknown) => {
    const count = isObject(body) ? number(body['unread']) : undefined;
    if (count !== undefined) unread.set(count);
  };
  const read = () => {
    if (!isOffered) return;
    client.send({ service: 'phr', method: 'GET', path: '/api/phr/inbox/count' }).then(
      ({ body }) => tell(body),
      (error: unknown) => {
        isOffered = !isNotOffered(error);
      },
    );
  };
  socket.on('inbox', tell);
  socket.on('ready', read);
  read();
}
