import encodeQR from 'qr';

/** Quiet zone in modules, which readers need. */
const QUIET = 4;

/** A code as one SVG path: sharp at any size, dark on white in both colour modes. */
export function QrPicture({
  content,
  label,
  className,
}: {
  readonly content: string;
  readonly label: string;
  readonly className: string | undefined;
}) {
  const rows = encodeQR(content, 'raw', { ecc: 'medium', border: 0 });
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
