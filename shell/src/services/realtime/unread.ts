import type { WritableStore } from '@phr/contract/store';
import { isObject, number } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';
import { isNotOffered } from '../not-offered.ts';
import type { Socket } from './realtime.ts';

/** Where the count of unread entries goes; undefined while no server has told one. */
export type Unread = WritableStore<number | undefined>;

/**
 * Keeps the count of unread entries: read now and at each connection, since what was told meanwhile is not repeated, and told by the server in between. A count
 * that cannot be read stays as it was.
 */
export function followUnread(socket: Pick<Socket, 'on'>, client: Client, unread: Unread): void {
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
