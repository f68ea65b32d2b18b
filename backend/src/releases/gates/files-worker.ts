import { parentPort, workerData } from 'node:worker_threads';
import { fileFindings, type FilesToRead } from './files-gate.ts';

parentPort?.postMessage(fileFindings(workerData as FilesToRead));
