// Plain chat messages: what is left of a run when only its conversation was kept. JSON (one conversation, a list of
// messages, lists of either) and JSON lines (a conversation or a message each). There is no standard; the shapes are
// those of model APIs and of published sets (formats.md 9). Files of unknown make whose records look like messages are
// read the same way, and said to be.
//
// Dropped: images and other parts without text (their type is shown), records that are no messages (counted as folded).
// Guessed: actions in the text of models without tool calls (`textActions.ts`), task and attempt from the usual names
// of fields, the role where only a key of unknown make states it. Not told apart: demonstrations inside a prompt.

import type { PartSink, Reader, Source } from '../contract';
import { MessagesFile } from './messagesFile';
import { claimMessages } from './recognise';
import { readStepText } from './stepText';

export const messagesReader: Reader = {
  name: 'messages',
  claim: claimMessages,
  read(source: Source, sink: PartSink): void {
    for (const file of source.files) new MessagesFile(file, sink).read();
  },
  stepText: readStepText,
};
