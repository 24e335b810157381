import Feeds
import HTTPTypes
import Platform

/// The OpenAPI 3.1 document: the operations of the table of routes, and the components in `Assets/openapi.json`.
struct OpenAPI {
    private let catalog: FeedCatalog
    private let version: String
    private let prefix: PathPrefix

    init(_ catalog: FeedCatalog, version: String, prefix: PathPrefix = .none) {
        (self.catalog, self.version, self.prefix) = (catalog, version, prefix)
    }

    /// The document.
    func json() throws -> Data {
        var document = try JSONDecoder().decode(JSONValue.self, from: Data(PackageResources.openapi_json))
        document["info"]["version"] = .string(version.isEmpty ? "0" : version)
        if prefix != .none { document["servers"] = [["url": .string(prefix.text)]] }
        document["components"]["schemas"]["Settings"] = Preference.documentSchema
        for route in Route.all {
            for operation in route.operations {
                guard let id = operation.id else { continue }
                for path in DocumentedPath.all(of: route.path, operation, id: id, catalog) {
                    for method in operation.methods where method != .head {
                        document["paths"][path.text][method.rawValue.lowercased()] = path.description(
                            of: operation, route)
                    }
                }
                for parameter in operation.parameters ?? [] where parameter.isShared {
                    document["components"]["parameters"][parameter.componentName] = parameter.described(as: .parameter)
                }
            }
        }
        return try JSONEncoder.documents.encode(document)
    }
}
