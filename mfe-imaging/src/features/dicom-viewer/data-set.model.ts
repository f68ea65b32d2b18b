/** One element of a parsed file. Offsets are into `byteArray`. */
export interface DataElement {
  /** Value representation; absent in files that leave it out. */
  readonly vr?: string;
  readonly dataOffset: number;
  readonly length: number;
  readonly hadUndefinedLength?: boolean;
  readonly items?: readonly { readonly dataSet?: DataSet }[];
  /** Pieces of compressed pixel data; `offset` counts from the first one, as offset tables do. */
  readonly fragments?: readonly Fragment[];
  /** Where each frame begins, as `offset` of a fragment; empty when the file does not say. */
  readonly basicOffsetTable?: readonly number[];
}

export interface Fragment {
  readonly offset: number;
  readonly position: number;
  readonly length: number;
}

/** A parsed DICOM file, as far as the viewer reads it (dicom-parser's DataSet is one). Tags are written 'x00100010'. */
export interface DataSet {
  readonly byteArray: Uint8Array;
  readonly elements: Readonly<Record<string, DataElement | undefined>>;
  /** Text of all values, trimmed, each byte one character; values are parted by a backslash. */
  string(tag: string): string | undefined;
  uint16(tag: string, index?: number): number | undefined;
}

/** The tags in use, by their names in the standard (PS3.6). */
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

/** All values of a number element written as text (DS, IS); a value that is no number becomes undefined. */
export function numberList(dataSet: DataSet, tag: string): readonly (number | undefined)[] {
  const text = dataSet.string(tag);
  if (text === undefined || text === '') return [];
  return text.split('\\').map((value) => (DECIMAL.test(value.trim()) ? Number(value) : undefined));
}

/** The first value of a number element. */
export const numberIn = (dataSet: DataSet, tag: string): number | undefined => numberList(dataSet, tag)[0];

/** All values of a number element; undefined unless there are `count` and each is a number. */
export function numbers(dataSet: DataSet, tag: string, count: number): readonly number[] | undefined {
  const values = numberList(dataSet, tag).filter((value) => value !== undefined);
  return values.length === count ? values : undefined;
}

/** The data sets of the items of a sequence. */
export const itemsOf = (dataSet: DataSet, tag: string): readonly DataSet[] =>
  (dataSet.elements[tag]?.items ?? []).flatMap(({ dataSet: item }) => (item ? [item] : []));

/** The bytes of an element, a view into the file; as many as the file has. */
export function bytesOf(dataSet: DataSet, tag: string): Uint8Array {
  const element = dataSet.elements[tag];
  return element
    ? dataSet.byteArray.subarray(element.dataOffset, element.dataOffset + Math.max(0, element.length))
    : new Uint8Array(0);
}

/** Words of big-endian order: the one syntax that is written so. */
export const isBigEndian = (dataSet: DataSet): boolean =>
  dataSet.string(TAG.transferSyntaxUid) === '1.2.840.10008.1.2.2';
