// Puts an AsyncAPI document through AsyncAPI's own parser: its structure, references and payload schemas.
// Any diagnostic, warnings and hints included, fails, except those that ACCEPTED names. Of a document in 3.0 the
// parser does not hold the examples against the payloads: tests/events/test_asyncapi.py does.
"use strict";

const { readFileSync } = require("node:fs");
const { Parser } = require("@asyncapi/parser");

const ACCEPTED = {
  // The document is written in 3.0, which every tool that reads 3 reads; 3.1 adds nothing that it would use.
  "asyncapi-latest-version": "written in 3.0 on purpose",
};

async function main(path) {
  const { document, diagnostics } = await new Parser().parse(readFileSync(path, "utf8"), { source: path });
  const faults = diagnostics.filter((diagnostic) => !(diagnostic.code in ACCEPTED));
  for (const { range, code, message, path: place } of faults) {
    console.error(`${path}:${range.start.line + 1}: ${code}: ${message} (${place.join(".")})`);
  }
  if (document === undefined || faults.length > 0) {
    console.error(`${path}: ${faults.length} faults`);
    return 1;
  }
  const messages = document.components().messages().all();
  const examples = messages.flatMap((message) => message.examples().all());
  console.log(
    `${path}: AsyncAPI ${document.version()}, ${document.channels().all().length} channels, ` +
      `${document.operations().all().length} operations, ${messages.length} messages, ` +
      `${examples.length} examples: no faults`,
  );
  return 0;
}

main(process.argv[2]).then((status) => {
  process.exitCode = status;
});
