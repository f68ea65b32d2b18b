import './records-upstream.ts';
import '../realtime.test.ts';
