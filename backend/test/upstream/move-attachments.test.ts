import './records-upstream.ts';
import '../move-attachments.test.ts';
