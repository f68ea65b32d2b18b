import { type RefObject, useEffect, useState } from 'react';
import { createDecoder } from './decode.port.ts';

/** 'refused': denied by the person or browser; 'none': no usable camera. */
export type CameraState = 'starting' | 'running' | 'refused' | 'none';

const BETWEEN_LOOKS_MS = 150;

/** Scans with the back camera until a code is found; stops on unmount or success. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isWanted: boolean,
  onFound: (content: string) => void,
): CameraState {
  const [state, setState] = useState<CameraState>('starting');
  useEffect(() => {
    if (!isWanted) return undefined;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };

    async function run(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      });
      const element = video.current;
      if (left || element === null) {
        stop();
        return;
      }
      Object.assign(element, { srcObject: stream });
      await element.play();
      if (left) return;
      setState('running');
      const decode = await createDecoder();
      const look = async () => {
        const content = await decode(element).catch(() => undefined);
        if (left) return;
        if (content !== undefined && content.trim() !== '') onFound(content);
        else timer = setTimeout(() => void look(), BETWEEN_LOOKS_MS);
      };
      await look();
    }

    run().catch((error: unknown) => {
      stop();
      if (!left)
        setState(
          error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
            ? 'refused'
            : 'none',
        );
    });
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [video, isWanted, onFound]);
  return state;
}
