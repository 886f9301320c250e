// Spans of agents: OpenTelemetry with the conventions for generative models (OTLP JSON, one document or a line each, and
// the flattened forms that exporters print), OpenInference (Phoenix), OpenLLMetry and Vercel attributes, runs of
// LangSmith, observations of Langfuse. Defined in open-telemetry/semantic-conventions `docs/gen-ai`, Arize-ai/openinference
// `spec`, docs.langchain.com (run data format), langfuse.com (API reference); names changed several times, old ones are
// read too.
//
// A trace is an attempt; traces that state one conversation are one. A model's call with the tools that ran for it is a
// step. Chains, retrievers, embeddings are folded; agents and calls under a tool, or under an agent that makes calls
// itself, are sub-agents; judges are side calls. Order is by time. Dropped: log records beside spans, links, the text of
// prompts. Guessed: which call a tool ran for where neither id nor parent says so (the last one before it); whether
// input tokens leave out the cached ones (where those are more). Not joined: a trace that is spread over several files.

import type { PartSink, Reader, Source } from '../contract';
import { claimSpans } from './recognise';
import { SpansFile } from './spansFile';
import { readStepText } from './stepText';

export const spansReader: Reader = {
  name: 'spans',
  claim: claimSpans,
  read(source: Source, sink: PartSink): void {
    for (const file of source.files) new SpansFile(file, sink).read();
  },
  stepText: readStepText,
};
