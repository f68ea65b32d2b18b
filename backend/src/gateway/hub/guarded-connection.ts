import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Maximum MQTT packet in bytes before and after sign-in. */
const UNSIGNED_PACKET_BYTES = 8_192;
const PACKET_BYTES = 65_536;
/** Sign-in timeout in milliseconds. */
const SIGN_IN_MS = 5_000;
/** A length takes four bytes at most (MQTT 3.1.1, 2.2.3). */
const LENGTH_BYTES = 4;

/**
 * A broker connection that checks each MQTT packet's length before buffering it: an oversized packet closes the
 * connection. Also closes it if the client does not sign in in time.
 */
export class GuardedConnection extends Duplex {
  readonly #socket: Socket;
  readonly #tooLate: NodeJS.Timeout;
  #largest = UNSIGNED_PACKET_BYTES;
  /** Bytes of the running packet's body that are to come. */
  #left = 0;
  /** Bytes of the running packet's header that have come. */
  #header = 0;
  #length = 0;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    this.#tooLate = setTimeout(() => this.destroy(new Error('the client did not sign in in time')), SIGN_IN_MS);
    socket.on('data', (chunk: Buffer) => {
      if (!this.#isShortEnough(chunk)) this.destroy(new Error('packet too large'));
      else if (!this.push(chunk)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** The client is authenticated: lift the timeout and raise the limit. */
  signedIn(): void {
    clearTimeout(this.#tooLate);
    this.#largest = PACKET_BYTES;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  // combine a packet's many small writes into one segment
  override _writev(
    pieces: readonly { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#socket.write(
      Buffer.concat(
        pieces.map(({ chunk, encoding }) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)),
      ),
      done,
    );
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#tooLate);
    this.#socket.destroy();
    done(error);
  }

  #isShortEnough(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; ) {
      const step = Math.min(this.#left, chunk.length - at);
      this.#left -= step;
      at += step;
      const byte = chunk[at];
      if (byte === undefined) break;
      at += 1;
      if (!this.#takeHeader(byte)) return false;
    }
    return true;
  }

  /** One header byte: packet type, then seven bits of length each. */
  #takeHeader(byte: number): boolean {
    this.#header += 1;
    if (this.#header === 1) return true;
    this.#length += (byte & 0x7f) * 128 ** (this.#header - 2);
    const isWhole = byte < 0x80;
    if (this.#length > this.#largest || (!isWhole && this.#header > LENGTH_BYTES)) return false;
    if (isWhole) {
      this.#left = this.#length;
      this.#header = this.#length = 0;
    }
    return true;
  }
}
