import { randomOf } from '../random.ts';
import { atLeast, greyCanvas, paintEllipse, paintStroke, plus, toPixels, towards } from './grey-canvas.ts';
import type { Ellipse, GreyCanvas } from './grey-canvas.ts';

// Images computed from simple shapes: recognizable, of no real person.

export const CT_SIZE = 256;
export const CT_SLICES = 24;
/** Millimetres. */
export const CT_SPACING = 1.5;
export const CT_THICKNESS = 6;
/** Stored value + intercept = Hounsfield units. */
export const CT_INTERCEPT = -1024;

const AIR = -1000;
const LUNG = -860;
const FAT = -105;
const MUSCLE = 48;
const BLOOD = 42;
const SPONGY_BONE = 320;
const HARD_BONE = 700;

/** Vessels of both lungs: positions in slice 0 and their drift between slices. */
function vesselsOf(centre: number): readonly {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly dx: number;
  readonly dy: number;
}[] {
  const random = randomOf(`ct/vessels/${centre}`);
  return Array.from({ length: 30 }, () => ({
    x: centre + random.normal(0, 14),
    y: 122 + random.normal(0, 23),
    radius: 0.7 + random.next() * 1.9,
    dx: random.normal(0, 0.8),
    dy: random.normal(0, 0.8),
  }));
}

/** Position and width of the nodule in a slice, in pixels. */
export function nodulePlace(
  index: number,
): { readonly x: number; readonly y: number; readonly radius: number } | undefined {
  const radius = Math.sqrt(Math.max(0, 6.2 ** 2 - (1.55 * (index - 11.5)) ** 2));
  return radius < 1 ? undefined : { x: 74 + 1.4 * (index - 11.5), y: 112 - 0.9 * (index - 11.5), radius };
}

/**
 * A chest CT slice from the shoulders (0) to the diaphragm (23): skin, fat, muscle, lungs with vessels, heart, aorta,
 * trachea, spine, ribs, and in the middle slices a small round nodule in the right lung that shifts between slices.
 */
export function ctSlice(index: number): Uint16Array {
  const down = index / (CT_SLICES - 1);
  const canvas = greyCanvas(CT_SIZE, AIR);
  const fill = (shape: Ellipse, value: number, strength = 1): void =>
    paintEllipse(canvas, shape, 1.2, towards(value, strength));

  fill({ x: 128, y: 132, rx: 112, ry: 82 }, 10);
  fill({ x: 128, y: 132, rx: 110, ry: 80 }, FAT);
  fill({ x: 128, y: 132, rx: 101, ry: 71 }, MUSCLE);

  // Lungs are small at the top, full in the middle, and shrink over the diaphragm.
  const lung = Math.sin(Math.PI * Math.min(1, 0.12 + down * 0.8)) ** 0.55;
  fill({ x: 82, y: 124, rx: 37 * lung, ry: 52 * lung, turn: 0.1 }, LUNG);
  fill({ x: 174, y: 124, rx: 37 * lung, ry: 52 * lung, turn: -0.1 }, LUNG);
  for (const centre of [82, 174]) {
    for (const { x, y, radius, dx, dy } of vesselsOf(centre)) {
      const place = { x: x + dx * index, y: y + dy * index };
      if (Math.hypot((place.x - centre) / 33, (place.y - 124) / 47) < lung)
        paintEllipse(canvas, { ...place, rx: radius, ry: radius }, 1.6, atLeast(30));
    }
  }
  const nodule = nodulePlace(index);
  if (nodule !== undefined)
    paintEllipse(canvas, { x: nodule.x, y: nodule.y, rx: nodule.radius, ry: nodule.radius }, 1.4, atLeast(62));

  fill({ x: 128, y: 118, rx: 21, ry: 44 }, 30);
  const heart = down < 0.32 ? 0 : Math.sin(Math.PI * Math.min(1, (down - 0.26) / 0.8)) ** 0.6;
  if (heart > 0) fill({ x: 146, y: 104, rx: 44 * heart, ry: 33 * heart, turn: 0.45 }, BLOOD + 6);
  if (down < 0.5) fill({ x: 128, y: 114, rx: 7.5, ry: 7 }, AIR);
  else if (down < 0.7) for (const x of [110, 145]) fill({ x, y: 120, rx: 4.5, ry: 5 }, AIR);
  fill({ x: 147, y: 152, rx: 10, ry: 10 }, BLOOD + 20);

  fill({ x: 128, y: 174, rx: 17, ry: 14 }, HARD_BONE, 0.9);
  fill({ x: 128, y: 174, rx: 15, ry: 12 }, SPONGY_BONE);
  fill({ x: 128, y: 191, rx: 11, ry: 9 }, HARD_BONE, 0.8);
  fill({ x: 128, y: 191, rx: 7, ry: 5.5 }, 18);
  fill({ x: 128, y: 204, rx: 3, ry: 9 }, HARD_BONE, 0.8);
  fill({ x: 128, y: 64, rx: 14, ry: 5 }, SPONGY_BONE + 100);
  for (let rib = 0; rib < 7; rib += 1) {
    const angle = 0.38 + rib * 0.4 + down * 0.5;
    for (const side of [-1, 1]) {
      const place = { x: 128 + side * Math.sin(angle) * 92, y: 132 + Math.cos(angle) * 62, turn: -side * angle };
      fill({ ...place, rx: 9, ry: 3.6 }, HARD_BONE, 0.9);
      fill({ ...place, rx: 6.5, ry: 1.6 }, SPONGY_BONE);
    }
  }
  const random = randomOf(`ct/${index}`);
  return toPixels(canvas, -CT_INTERCEPT, () => random.normal(0, 14));
}

export const XRAY_SIZE = 1536;
/** Millimetres at the detector. */
export const XRAY_SPACING = 0.25;

type Point = readonly [x: number, y: number];

/** Points of a parametric curve, t from 0 to 1. */
const curve = (steps: number, at: (t: number) => Point): readonly Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => at(step / steps));

/** Both sides of the chest; the patient's left is on the image's right. */
function ribs(canvas: GreyCanvas): void {
  for (const side of [-1, 1]) {
    for (let rib = 0; rib < 9; rib += 1) {
      const outer = 300 + rib * 26 - (rib > 6 ? (rib - 6) * 18 : 0);
      const top = 250 + rib * 98;
      // From the spine outwards and down, then back to the front: the posterior part is more distinct.
      const behind = curve(90, (t) => [768 + side * (62 + t * outer), top + 26 * Math.cos(t * Math.PI) + 92 * t * t]);
      const front = curve(60, (t) => [768 + side * (62 + outer - t * t * 210), top + 66 + t * 150]);
      paintStroke(canvas, behind, (t) => 15 - 2 * t, 7, plus(210));
      paintStroke(canvas, front, (t) => 12 + 3 * t, 12, plus(80));
    }
    paintStroke(
      canvas,
      curve(90, (t) => [768 + side * (60 + t * 390), 262 - 92 * t + 26 * Math.sin(t * 6)]),
      (t) => 19 - 4 * t,
      6,
      plus(330),
    );
  }
}

/** Vessels branching from the lung hila. */
function vessels(canvas: GreyCanvas): void {
  const random = randomOf('xray/vessels');
  for (const side of [-1, 1]) {
    for (let branch = 0; branch < 26; branch += 1) {
      const angle = random.normal(0.15, 0.75);
      const length = 130 + random.next() * 190;
      const bend = random.normal(0, 0.5);
      const start = 4 + random.next() * 8;
      const root: Point = [768 + side * (125 + random.normal(0, 22)), 770 + random.normal(0, 45)];
      const line = curve(50, (t) => [
        root[0] + side * Math.cos(angle + bend * t) * length * t,
        root[1] + Math.sin(angle + bend * t) * length * t,
      ]);
      paintStroke(canvas, line, (t) => start * (1 - 0.8 * t), 6, plus(130));
    }
  }
}

let painted: Uint16Array | undefined;

/** A PA chest X-ray with bright bones: lungs, ribs, clavicles, heart, diaphragm, spine. Drawn once, read-only. */
export function chestXray(): Uint16Array {
  painted ??= paintChest();
  return painted;
}

function paintChest(): Uint16Array {
  const canvas = greyCanvas(XRAY_SIZE, 130);
  const fill = (shape: Ellipse, value: number, edge: number, strength = 1): void =>
    paintEllipse(canvas, shape, edge, towards(value, strength));
  // Trunk, shoulders and neck.
  fill({ x: 768, y: 1000, rx: 640, ry: 900 }, 1900, 60);
  for (const side of [-1, 1]) fill({ x: 768 + side * 450, y: 440, rx: 330, ry: 190, turn: side * 0.42 }, 1900, 60);
  fill({ x: 768, y: 60, rx: 190, ry: 260 }, 2000, 60);
  // Lungs, bounded below by the two diaphragm domes.
  fill({ x: 470, y: 740, rx: 225, ry: 560, turn: 0.1 }, 620, 46);
  fill({ x: 1066, y: 740, rx: 225, ry: 560, turn: -0.1 }, 600, 46);
  fill({ x: 450, y: 1400, rx: 330, ry: 270 }, 2150, 26);
  fill({ x: 1090, y: 1450, rx: 330, ry: 270 }, 2050, 26);
  fill({ x: 1010, y: 1330, rx: 90, ry: 55 }, 1100, 50, 0.7);
  vessels(canvas);
  // Heart and great vessels; the trachea is a dark band above.
  fill({ x: 768, y: 620, rx: 100, ry: 330 }, 1900, 40, 0.9);
  fill({ x: 850, y: 985, rx: 235, ry: 185, turn: 0.55 }, 2120, 36, 0.92);
  fill({ x: 725, y: 965, rx: 110, ry: 170 }, 2050, 36, 0.9);
  fill({ x: 845, y: 540, rx: 52, ry: 56 }, 2000, 26, 0.8);
  paintStroke(
    canvas,
    curve(80, (t) => [766, 40 + t * 520]),
    () => 24,
    14,
    plus(-330),
  );
  // Spine: vertebral bodies.
  for (let body = 0; body < 15; body += 1) fill({ x: 768, y: 60 + body * 104, rx: 58, ry: 45 }, 2500, 18, 0.38);
  ribs(canvas);
  // Marker of the left side, as placed on the cassette.
  paintStroke(
    canvas,
    [...curve(30, (t): Point => [1400, 120 + t * 90]), ...curve(15, (t): Point => [1400 + t * 48, 210])],
    () => 8,
    3,
    towards(3500),
  );
  const random = randomOf('xray');
  return toPixels(canvas, 0, () => random.normal(0, 22));
}
