/** Bytes that are written as hexadecimal digits. */
const bytesOf = (hex: string): DataView =>
  new DataView(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)).buffer);

class FakeCharacteristic extends EventTarget {
  value?: DataView;
  readonly written: number[][] = [];
  isListening = false;
  async startNotifications(): Promise<void> {
    this.isListening = true;
  }
  async writeValueWithResponse(bytes: Uint8Array): Promise<void> {
    this.written.push([...bytes]);
  }
  send(...packets: readonly string[]): void {
    for (const hex of packets) {
      this.value = bytesOf(hex);
      this.dispatchEvent(new Event('characteristicvaluechanged'));
    }
  }
}

/** A meter in the air: services by number, each with its characteristics. */
export class FakeMeter extends EventTarget {
  readonly characteristics: ReadonlyMap<number, FakeCharacteristic>;
  connections = 0;
  refusal: Error | undefined;
  readonly gatt = {
    connect: async () => {
      if (this.refusal !== undefined) throw this.refusal;
      this.connections += 1;
      return this.gatt;
    },
    disconnect: () => this.leave(),
    getPrimaryService: async (service: number) => {
      if (!this.services.includes(service)) throw new DOMException('none', 'NotFoundError');
      return { getCharacteristic: async (at: number) => this.at(at) };
    },
  };
  private readonly services: readonly number[];

  constructor(services: readonly number[], characteristics: readonly number[]) {
    super();
    this.services = services;
    this.characteristics = new Map(characteristics.map((at) => [at, new FakeCharacteristic()]));
  }
  at(uuid: number): FakeCharacteristic {
    const found = this.characteristics.get(uuid);
    if (found === undefined) throw new DOMException('none', 'NotFoundError');
    return found;
  }
  leave(): void {
    this.dispatchEvent(new Event('gattserverdisconnected'));
  }
}

interface Air {
  readonly available?: boolean;
  readonly choose: () => Promise<unknown>;
}
/** Options that the page passed to the browser. */
export const asked: unknown[] = [];

/** Advertisement found by a search for meters; undefined if the browser has no Bluetooth. */
export function air(bluetooth: Air | undefined): void {
  asked.length = 0;
  Object.defineProperty(navigator, 'bluetooth', {
    configurable: true,
    value: bluetooth && {
      getAvailability: async () => bluetooth.available ?? true,
      requestDevice: async (options: unknown) => {
        asked.push(options);
        return bluetooth.choose();
      },
    },
  });
}
