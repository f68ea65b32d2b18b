import type { Locale } from '@phr/contract/locale';
import type { Client } from '@phr/http/client';
import { io } from 'socket.io-client';
import type { OpenSocket } from './realtime.ts';
import { renewSubscription } from '../push/this-device.ts';
export * as messages from './messages.ts';
import { trackUnread, type Unread } from './unread.ts';

/** The connection and its event counter; a separate file, as its library is loaded only after sign-in. */
export const openSocketFor =
  (client: Client, unread: Unread, locale: () => Locale): OpenSocket =>
  (auth) => {
    const socket = io('/phr', {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelayMax: 30_000,
      auth: (send) => {
        auth().then(send, () => send({}));
      },
    });
    trackUnread(socket, client, unread);
    void renewSubscription(client, locale());
    return socket;
  };
