import { useEffect, useState } from 'react';
import { HINT_MS, type Tool } from './tools.port.ts';

/** The drag tool, and its hint for some seconds after selection. */
export function useTool() {
  const [tool, setTool] = useState<Tool>('zoomPan');
  const [hint, setHint] = useState<Tool>();
  useEffect(() => {
    if (!hint) return undefined;
    const timer = setTimeout(() => setHint(undefined), HINT_MS);
    return () => clearTimeout(timer);
  }, [hint]);
  const choose = (next: Tool) => {
    setTool(next);
    setHint(next);
  };
  return { tool, hint, choose };
}
