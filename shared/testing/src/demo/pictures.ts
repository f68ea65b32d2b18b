import { randomOf } from '../random.ts';
import { writePng } from '../png-writer.ts';
import { greyCanvas, paintEllipse, paintStroke, plus, towards } from './grey-canvas.ts';

// Images computed from simple shapes: recognizable, of no real person.

const WIDTH = 800;
const HEIGHT = 600;
type Colour = readonly [red: number, green: number, blue: number];

function picture(colourOf: (x: number, y: number) => Colour): Uint8Array {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      colourOf(x, y).forEach((part, channel) => {
        rgb[(y * WIDTH + x) * 3 + channel] = Math.min(255, Math.max(0, Math.round(part)));
      });
    }
  }
  return writePng(WIDTH, HEIGHT, rgb);
}

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** An ultrasound fan with layers, a round organ, a cyst and a stone's shadow, with a depth scale on the right. */
export function ultrasoundPicture(name: string): Uint8Array {
  const random = randomOf(name);
  const tissue = greyCanvas(WIDTH, 62);
  for (let layer = 0; layer < 7; layer += 1) {
    const depth = 130 + layer * 62 + random.normal(0, 8);
    paintStroke(
      tissue,
      Array.from({ length: 120 }, (_, step) => [step * 6.8, depth + 16 * Math.sin(step / 19 + layer)]),
      () => 4 + layer,
      9,
      plus(34),
    );
  }
  paintEllipse(tissue, { x: 360, y: 330, rx: 170, ry: 105, turn: -0.2 }, 12, towards(92));
  paintEllipse(tissue, { x: 360, y: 330, rx: 92, ry: 46, turn: -0.2 }, 26, plus(58));
  paintEllipse(tissue, { x: 505, y: 285, rx: 42, ry: 36 }, 8, towards(10));
  paintStroke(
    tissue,
    Array.from({ length: 40 }, (_, step) => [500 + step * 0.4, 330 + step * 6]),
    (t) => 22 + 14 * t,
    18,
    plus(36),
  );
  paintEllipse(tissue, { x: 300, y: 330, rx: 9, ry: 6 }, 4, towards(245));
  paintStroke(
    tissue,
    Array.from({ length: 34 }, (_, step) => [299 - step * 0.6, 344 + step * 6]),
    (t) => 8 + 9 * t,
    10,
    towards(12),
  );
  return picture((x, y) => {
    const angle = Math.atan2(x - 390, y + 40);
    const radius = Math.hypot(x - 390, y + 40);
    if (x > 752 && x < (y % 50 === 30 ? 776 : 764) && y > 60 && y < 560 && y % 10 === 0) return [190, 200, 190];
    if (Math.abs(angle) > 0.62 || radius < 110 || radius > 585) return [6, 8, 12];
    const speckle = 0.45 + random.next() * 0.55 + random.next() * 0.25;
    const grey = (tissue.values[y * WIDTH + x] ?? 0) * speckle * (1.25 - radius / 1150);
    return [grey * 0.97, grey, grey * 1.05];
  });
}

/** A healing skin wound with a paper ruler beside it. */
export function woundPicture(name: string): Uint8Array {
  const random = randomOf(name);
  const wound = greyCanvas(WIDTH, 0);
  paintEllipse(wound, { x: 390, y: 280, rx: 190, ry: 96, turn: 0.16 }, 90, towards(0.35));
  paintEllipse(wound, { x: 390, y: 280, rx: 132, ry: 56, turn: 0.16 }, 26, towards(0.78));
  paintEllipse(wound, { x: 372, y: 274, rx: 84, ry: 30, turn: 0.2 }, 22, towards(1));
  return picture((x, y) => {
    if (y > 470 && y < 540 && x > 120 && x < 680) {
      const millimetre =
        (x - 120) % 8 < 1.2 &&
        y < (Math.floor((x - 120) / 8) % 10 === 0 ? 512 : Math.floor((x - 120) / 8) % 5 === 0 ? 500 : 490);
      return millimetre ? [40, 40, 44] : [246, 246, 240];
    }
    const light = 1.06 - Math.hypot(x - 330, y - 230) / 2100;
    const grain = random.normal(0, 3);
    const skin: Colour = [226 * light + grain, 178 * light + grain, 148 * light + grain];
    const depth = wound.values[y * WIDTH + x] ?? 0;
    const red: Colour = depth > 0.85 ? [132 + grain * 3, 40 + grain * 2, 44] : [196 + grain, 92 + grain, 84];
    return mix(skin, red, Math.min(1, depth));
  });
}
