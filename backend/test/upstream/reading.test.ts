import './records-upstream.ts';
import '../reading.test.ts';
