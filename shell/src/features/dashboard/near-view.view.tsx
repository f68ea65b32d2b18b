import { Skeleton } from '@phr/ui/skeleton';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface NearViewProps {
  /** Height reserved until then, px. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Renders its content only within 300 px of the viewport, or for printing, so that nothing far away is fetched. */
export function NearView({ height, children }: NearViewProps) {
  const place = useRef<HTMLDivElement>(null);
  // without IntersectionObserver, treat it as near
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
