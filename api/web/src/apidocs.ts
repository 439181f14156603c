// Swagger UI in place of the list of routes that the server renders.
import "swagger-ui-dist/swagger-ui.css";
import SwaggerUIBundle from "swagger-ui-dist/swagger-ui-es-bundle.js";

interface Parameter {
  required?: boolean;
  example?: unknown;
  description: string;
}
interface Description {
  paths: Record<string, Record<string, { parameters: Parameter[] }>>;
}

/** Without the examples of what may be left out: the form would send them all at once. */
function withoutWishes(description: Description): Description {
  for (const operations of Object.values(description.paths)) {
    for (const { parameters } of Object.values(operations)) {
      for (const parameter of parameters.filter((each) => !each.required && "example" in each)) {
        parameter.description += ` Such as ${String(parameter.example)}.`;
        delete parameter.example;
      }
    }
  }
  return description;
}

const place = document.querySelector<HTMLElement>("[data-openapi]");
const address = place?.dataset["openapi"];
if (place && address) {
  const spec = withoutWishes((await (await fetch(address)).json()) as Description);
  SwaggerUIBundle({
    domNode: place,
    spec,
    deepLinking: true,
    validatorUrl: null, // else it would send the document to a server of its makers
    defaultModelsExpandDepth: 0,
    onComplete: () => document.querySelector("#routes")?.remove(),
  });
}
