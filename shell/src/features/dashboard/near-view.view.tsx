import { Skeleton } from '@phr/ui/skeleton';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface NearViewProps {
  /** Kept free until then, px. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Holds its place, and draws what stands there once that is within 300 px of what is seen, or is printed: what nobody scrolls to is not fetched. */
export function NearView({ height, children }: NearViewProps) {
  const place = useRef<HTMLDivElement>(null);
  // Without the means to see it, it is near.
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isNear || place.current === null) return undefined;
    const come = () => setIsNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) come();
      },
      { rootMargin: '300px' },
    );
    observer.observe(place.current);
    window.addEventListener('beforeprint', come);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', come);
    };
  }, [isNear]);
  return isNear ? (
    children
  ) : (
    <div ref={place}>
      <Skeleton height={height} />
    </div>
  );
}
