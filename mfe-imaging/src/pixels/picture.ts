/** Samples of a frame as they are written or decoded, before the modality transformation. */
export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** How the samples of a frame are written (PS3.3 C.7.6.3.1.1). */
export interface PixelFormat {
  readonly rows: number;
  readonly columns: number;
  /** Samples of one pixel: 1 or 3. */
  readonly samples: number;
  readonly photometric: string;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
  /** Colour by planes: all red, all green, all blue. */
  readonly isPlanar: boolean;
  /** Float and Double Float Pixel Data (PS3.3 C.7.6.24, C.7.6.25) are numbers as they stand. */
  readonly isFloat: boolean;
}

/** A table of the standard: values below `first` take its first entry, values beyond its end the last one (PS3.3 C.11.1.1). */
export interface Lut {
  readonly first: number;
  readonly entries: Uint8Array | Uint16Array;
  /** Bits of an entry: the largest that can stand there is 2^bits - 1. */
  readonly bits: number;
}

/** From stored values to those of the modality, such as Hounsfield units (PS3.3 C.11.1). */
export type Modality =
  | { readonly kind: 'linear'; readonly slope: number; readonly intercept: number }
  | { readonly kind: 'table'; readonly lut: Lut };

/** A way from modality values to grey that is no straight line (PS3.3 C.11.2.1.1, C.11.2.1.3.1). */
export type Curve =
  | { readonly kind: 'table'; readonly lut: Lut }
  | { readonly kind: 'sigmoid'; readonly center: number; readonly width: number };

export type Channel = 'red' | 'green' | 'blue';

/** All that is needed to make a picture of the bytes of one frame. Plain data: it is sent to a worker. */
export interface FrameJob {
  /** Transfer syntax UID. */
  readonly syntax: string;
  readonly format: PixelFormat;
  /** 8-bit samples that were written as words of big-endian order: each two bytes are swapped (PS3.5 8.1.2, annex A.3). */
  readonly hasSwappedBytes: boolean;
  readonly modality: Modality;
  /** Stored values that stand for "no pixel here", ends included (PS3.3 C.7.5.1.1.2). */
  readonly padding?: readonly [low: number, high: number];
  readonly palette?: Readonly<Record<Channel, Lut>>;
  /** Grey is made by this curve; without one the picture has modality values. */
  readonly curve?: Curve;
  /** Low values are bright: padding is drawn black at the other end. */
  readonly isInverted: boolean;
}

/** A decoded picture as it is handed to what draws. */
export interface Picture {
  /** Modality values or grey of a curve, row by row; three bytes a pixel for colour. */
  readonly values: Uint8Array | Uint16Array | Int16Array | Float32Array;
  readonly components: 1 | 3;
  /** Smallest and largest value without padding; of a curve, its ends. */
  readonly min: number;
  readonly max: number;
  /** The compressed stream says other than the header whether values have a sign. */
  readonly hasOtherSign: boolean;
}
