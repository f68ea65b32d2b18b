/** Samples of a frame as stored or decoded, before the modality transformation. */
export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Sample format of a frame (PS3.3 C.7.6.3.1.1). */
export interface PixelFormat {
  readonly rows: number;
  readonly columns: number;
  /** Samples per pixel: 1 or 3. */
  readonly samples: number;
  readonly photometric: string;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
  /** Planar colour: all red, all green, all blue. */
  readonly isPlanar: boolean;
  /** Float and Double Float Pixel Data (PS3.3 C.7.6.24, C.7.6.25) are used as they are. */
  readonly isFloat: boolean;
}

/** A LUT: values below `first` use its first entry, values beyond its end the last (PS3.3 C.11.1.1). */
export interface Lut {
  readonly first: number;
  readonly entries: Uint8Array | Uint16Array;
  /** Bits per entry; maximum 2^bits - 1. */
  readonly bits: number;
}

/** Stored to modality values, such as Hounsfield units (PS3.3 C.11.1). */
export type Modality =
  | { readonly kind: 'linear'; readonly slope: number; readonly intercept: number }
  | { readonly kind: 'table'; readonly lut: Lut };

/** A non-linear mapping from modality values to grey (PS3.3 C.11.2.1.1, C.11.2.1.3.1). */
export type Curve =
  | { readonly kind: 'table'; readonly lut: Lut }
  | { readonly kind: 'sigmoid'; readonly center: number; readonly width: number };

export type Channel = 'red' | 'green' | 'blue';

/** Everything needed to decode one frame. Plain data, sent to a worker. */
export interface FrameJob {
  /** Transfer syntax UID. */
  readonly syntax: string;
  readonly format: PixelFormat;
  /** 8-bit samples stored as big-endian words: byte pairs are swapped (PS3.5 8.1.2, annex A.3). */
  readonly hasSwappedBytes: boolean;
  readonly modality: Modality;
  /** Range of padding values, inclusive (PS3.3 C.7.5.1.1.2). */
  readonly padding?: readonly [low: number, high: number];
  readonly palette?: Readonly<Record<Channel, Lut>>;
  /** Curve to grey; without one the picture has modality values. */
  readonly curve?: Curve;
  /** Low values are bright: padding is drawn black at the other end. */
  readonly isInverted: boolean;
}

/** A decoded picture for the renderer. */
export interface Picture {
  /** Modality values or curve grey, row by row; three bytes per pixel for colour. */
  readonly values: Uint8Array | Uint16Array | Int16Array | Float32Array;
  readonly components: 1 | 3;
  /** Minimum and maximum without padding; for a curve, its range. */
  readonly min: number;
  readonly max: number;
  /** Stream and header disagree on signedness. */
  readonly hasOtherSign: boolean;
}
