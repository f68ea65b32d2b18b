/** One element of a parsed file. Offsets are into `byteArray`. */
export interface DataElement {
  /** Value representation; absent in implicit VR files. */
  readonly vr?: string;
  readonly dataOffset: number;
  readonly length: number;
  readonly hadUndefinedLength?: boolean;
  readonly items?: readonly { readonly dataSet?: DataSet }[];
  /** Fragments of compressed pixel data; `offset` is relative to the first, as in offset tables. */
  readonly fragments?: readonly Fragment[];
  /** Start of each frame as a fragment `offset`; empty if absent from the file. */
  readonly basicOffsetTable?: readonly number[];
}

export interface Fragment {
  readonly offset: number;
  readonly position: number;
  readonly length: number;
}

/** A parsed DICOM file as used by the viewer (dicom-parser's DataSet satisfies it). Tags have the form 'x00100010'. */
export interface DataSet {
  readonly byteArray: Uint8Array;
  readonly elements: Readonly<Record<string, DataElement | undefined>>;
  /** All values as trimmed text, one character per byte, separated by backslashes. */
  string(tag: string): string | undefined;
  uint16(tag: string, index?: number): number | undefined;
}

/** Tags in use, by their keywords in the standard (PS3.6). */
export const TAG = {
  transferSyntaxUid: 'x00020010',
  specificCharacterSet: 'x00080005',
  sopClassUid: 'x00080016',
  sopInstanceUid: 'x00080018',
  studyDate: 'x00080020',
  modality: 'x00080060',
  studyDescription: 'x00081030',
  seriesDescription: 'x0008103e',
  patientName: 'x00100010',
  viewPosition: 'x00185101',
  imagerPixelSpacing: 'x00181164',
  seriesInstanceUid: 'x0020000e',
  seriesNumber: 'x00200011',
  instanceNumber: 'x00200013',
  imagePositionPatient: 'x00200032',
  imageOrientationPatient: 'x00200037',
  laterality: 'x00200060',
  imageLaterality: 'x00200062',
  samplesPerPixel: 'x00280002',
  photometricInterpretation: 'x00280004',
  numberOfFrames: 'x00280008',
  rows: 'x00280010',
  columns: 'x00280011',
  pixelSpacing: 'x00280030',
  pixelAspectRatio: 'x00280034',
  planarConfiguration: 'x00280006',
  bitsAllocated: 'x00280100',
  bitsStored: 'x00280101',
  highBit: 'x00280102',
  pixelRepresentation: 'x00280103',
  pixelPaddingValue: 'x00280120',
  pixelPaddingRangeLimit: 'x00280121',
  windowCenter: 'x00281050',
  windowWidth: 'x00281051',
  rescaleIntercept: 'x00281052',
  rescaleSlope: 'x00281053',
  windowExplanation: 'x00281055',
  voiLutFunction: 'x00281056',
  lossyImageCompression: 'x00282110',
  modalityLutSequence: 'x00283000',
  lutDescriptor: 'x00283002',
  lutExplanation: 'x00283003',
  lutData: 'x00283006',
  voiLutSequence: 'x00283010',
  pixelMeasuresSequence: 'x00289110',
  frameVoiLutSequence: 'x00289132',
  pixelValueTransformationSequence: 'x00289145',
  planePositionSequence: 'x00209113',
  planeOrientationSequence: 'x00209116',
  presentationLutShape: 'x20500020',
  doseGridScaling: 'x3004000e',
  sharedFunctionalGroups: 'x52009229',
  perFrameFunctionalGroups: 'x52009230',
  encapsulatedDocument: 'x00420011',
  waveformSequence: 'x54000100',
  extendedOffsetTable: 'x7fe00001',
  floatPixelData: 'x7fe00008',
  doublePixelData: 'x7fe00009',
  pixelData: 'x7fe00010',
} as const;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** All values of a numeric text element (DS, IS); invalid numbers become undefined. */
export function numberList(dataSet: DataSet, tag: string): readonly (number | undefined)[] {
  const text = dataSet.string(tag);
  if (text === undefined || text === '') return [];
  return text.split('\\').map((value) => (DECIMAL.test(value.trim()) ? Number(value) : undefined));
}

/** First value of a numeric element. */
export const numberIn = (dataSet: DataSet, tag: string): number | undefined => numberList(dataSet, tag)[0];

/** All values of a numeric element; undefined unless there are `count` valid numbers. */
export function numbers(dataSet: DataSet, tag: string, count: number): readonly number[] | undefined {
  const values = numberList(dataSet, tag).filter((value) => value !== undefined);
  return values.length === count ? values : undefined;
}

/** The data sets of the items of a sequence. */
export const itemsOf = (dataSet: DataSet, tag: string): readonly DataSet[] =>
  (dataSet.elements[tag]?.items ?? []).flatMap(({ dataSet: item }) => (item ? [item] : []));

/** An element's bytes as a view into the file, possibly truncated. */
export function bytesOf(dataSet: DataSet, tag: string): Uint8Array {
  const element = dataSet.elements[tag];
  return element
    ? dataSet.byteArray.subarray(element.dataOffset, element.dataOffset + Math.max(0, element.length))
    : new Uint8Array(0);
}

/** True for the big endian transfer syntax. */
export const isBigEndian = (dataSet: DataSet): boolean =>
  dataSet.string(TAG.transferSyntaxUid) === '1.2.840.10008.1.2.2';
