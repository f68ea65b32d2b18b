import { io } from 'socket.io-client';
import type { OpenSocket } from './realtime.ts';

/** The connection itself; in a file of its own, since its library comes only after sign-in. */
export const openSocket: OpenSocket = (auth) =>
  io('/phr', {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 30_000,
    auth: (send) => {
      auth().then(send, () => send({}));
    },
  });
